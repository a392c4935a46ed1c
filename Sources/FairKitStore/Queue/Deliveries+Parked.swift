package import FairKitCore
package import Relational

extension Connection {
    /// A page of a group's parked deliveries, in the order of their numbers.
    package func parkedDeliveries(
        of group: ConsumerGroup, after number: Int64?, limit: Int
    ) throws(DatabaseError) -> Page<ParkedDelivery, Int64> {
        let found = try all(
            """
            SELECT d.number, d.alert_id, a.band, d.attempts, d.parked_at
            FROM delivery d JOIN alert a ON a.id = d.alert_id
            WHERE d.group_id = \(group.id) AND d.state = 'parked' AND d.number > \(number ?? 0)
            ORDER BY d.number LIMIT \(limit + 1)
            """
        ) { row throws(DatabaseError) in
            (
                number: try row.value(0, as: Int64.self), alert: try row.value(1, as: AlertID.self),
                band: try row.value(2, as: Band.self), attempts: try row.value(3, as: Int.self),
                parkedAt: try row.value(4, as: Timestamp.self)
            )
        }
        var parked: [ParkedDelivery] = []
        for delivery in found {
            parked.append(
                ParkedDelivery(
                    number: delivery.number, alertID: delivery.alert, band: delivery.band, attempts: delivery.attempts,
                    parkedAt: delivery.parkedAt, failures: try failures(of: delivery.number)))
        }
        return Page(found: parked, limit: limit) { $0.number }
    }

    /// The newest first, along the chain of events; without ORDER BY, SQLite follows it only as far as needed.
    private func failures(of delivery: Int64) throws(DatabaseError) -> [ParkedDelivery.Failure] {
        try all(
            """
            WITH RECURSIVE event (number, previous, at, kind, reason, alert_id) AS (
                SELECT e.number, e.previous, e.at, e.kind, e.reason, e.alert_id
                FROM delivery d JOIN alert_event e ON e.number = d.last_event WHERE d.number = \(delivery)
                UNION ALL
                SELECT e.number, e.previous, e.at, e.kind, e.reason, e.alert_id
                FROM event later JOIN alert_event e ON e.number = later.previous
            )
            SELECT at, reason, alert_id FROM event WHERE kind IN ('expired', 'released')
            LIMIT \(ParkedDelivery.maxFailures)
            """
        ) { row throws(DatabaseError) in
            ParkedDelivery.Failure(at: try row.value(0), reason: try row.value(1, sealed: .alertEventReason, key: 2, 0))
        }
    }
}

extension WriteTransaction {
    /// Counts a failed attempt: the delivery is pending again, or parked. A critical one is never parked; an event
    /// records when it becomes stuck.
    /// - Returns: its new state.
    @discardableResult
    func fail(
        _ number: Int64, of alert: AlertID, due: Timestamp?, actor: ActorID?, at now: Timestamp
    ) throws(DatabaseError) -> DeliveryStateName {
        let found = try first(
            "SELECT d.attempts, a.band FROM delivery d JOIN alert a ON a.id = d.alert_id WHERE d.number = \(number)"
        ) { row throws(DatabaseError) in
            (attempts: try row.value(0, as: Int.self), band: try row.value(1, as: Band.self))
        }
        guard let found else { return .pending }
        let attempts = found.attempts + 1
        if let limit = found.band.maxDeliveryAttempts, attempts >= limit {
            try appendDeliveryEvent(
                .parked, about: alert, delivery: number,
                setting: "state = 'parked', attempts = \(attempts), parked_at = \(now), lease_expires_at = NULL",
                actor: actor, at: now)
            return .parked
        }
        try run(
            """
            UPDATE delivery SET state = 'pending', attempts = \(attempts), due_at = \(due), lease_expires_at = NULL
            WHERE number = \(number)
            """)
        if found.band == .critical, attempts == Band.stuckAttempts {
            try appendDeliveryEvent(.stuck, about: alert, delivery: number, actor: actor, at: now)
        }
        return .pending
    }

    /// Returns parked deliveries of a group to the queue, in their old position and with their attempts reset.
    /// - Parameters:
    ///   - numbers: which ones; nil: the oldest.
    ///   - limit: the most to redrive.
    /// - Returns: those that were parked, with their alerts.
    package func redrive(
        _ numbers: [Int64]?, of group: ConsumerGroup, limit: Int, actor: ActorID, at now: Timestamp
    ) throws(DatabaseError) -> [(number: Int64, alert: AlertID)] {
        var parked: [(number: Int64, alert: AlertID)] = []
        if let numbers {
            for number in numbers.prefix(limit) {
                parked += try self.parked(group, "number = \(number)", limit: 1)
            }
        } else {
            parked = try self.parked(group, "1 = 1", limit: limit)
        }
        for (number, alert) in parked {
            try appendDeliveryEvent(
                .redriven, about: alert, delivery: number,
                setting: "state = 'pending', attempts = 0, parked_at = NULL", actor: actor, at: now)
        }
        return parked
    }

    private func parked(
        _ group: ConsumerGroup, _ condition: SQL, limit: Int
    ) throws(DatabaseError) -> [(number: Int64, alert: AlertID)] {
        try all(
            """
            SELECT number, alert_id FROM delivery
            WHERE group_id = \(group.id) AND state = 'parked' AND \(condition) ORDER BY number LIMIT \(limit)
            """
        ) { row throws(DatabaseError) in (number: try row.value(0), alert: try row.value(1)) }
    }
}
