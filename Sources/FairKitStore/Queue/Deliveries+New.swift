import FairKitCore
import Relational

/// A delivery that is about to be stored.
struct NewDelivery {
    let alert: AlertID
    let group: Int64
    let lane: DeliveryLane
    let rank: Int64
}

extension NewDelivery {
    /// - Parameter row: the columns in the order of the members.
    init(row: borrowing Row) throws(DatabaseError) {
        self.init(alert: try row.value(0), group: try row.value(1), lane: try row.value(2), rank: try row.value(3))
    }
}

extension WriteTransaction {
    /// Stores pending deliveries, in their order.
    func insertDeliveries(_ deliveries: [NewDelivery]) throws(DatabaseError) {
        guard !deliveries.isEmpty else { return }
        let last = try lastDelivery()
        for (number, delivery) in zip((last + 1)..., deliveries) { try insertDelivery(delivery, number: number) }
    }

    /// The same for deliveries of alerts that were raised earlier: each gets an event.
    /// - Parameter actor: the caller whose request waits for them; nil: the server.
    func insertBackfilled(_ deliveries: [NewDelivery], _ actor: ActorID?, at now: Timestamp) throws(DatabaseError) {
        guard !deliveries.isEmpty else { return }
        var (number, event) = (try lastDelivery(), try lastAlertEvent())
        for delivery in deliveries {
            number += 1
            event += 1
            try insertDelivery(delivery, number: number, lastEvent: event)
            try run(
                """
                INSERT INTO alert_event (number, at, alert_id, delivery, kind, actor)
                VALUES (\(event), \(now), \(delivery.alert), \(number), \(AlertEventKind.backfilled), \(actor))
                """)
        }
    }

    /// The highest number that a delivery has or had. An erasure deletes deliveries, but keeps the number that was the
    /// highest then, and a restoration begins an epoch: a consumer that knows a delivery by its number would take the
    /// next alert for a duplicate.
    private func lastDelivery() throws(DatabaseError) -> Int64 {
        try first(
            """
            SELECT \(.greatest)(COALESCE((SELECT MAX(number) FROM delivery), 0),
                COALESCE((SELECT MAX(last_delivery) FROM erased_profile), 0), \(Epoch.last))
            """
        ) { row throws(DatabaseError) in try row.value(0, as: Int64.self) } ?? 0
    }

    private func insertDelivery(_ delivery: NewDelivery, number: Int64, lastEvent: Int64? = nil) throws(DatabaseError) {
        try run(
            """
            INSERT INTO delivery (number, alert_id, group_id, lane, rank, state, attempts, last_event)
            VALUES (\(number), \(delivery.alert), \(delivery.group), \(delivery.lane), \(delivery.rank), 'pending', 0, \(lastEvent))
            """)
    }
}
