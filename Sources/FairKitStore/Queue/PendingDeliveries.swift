package import FairKitCore
package import Relational

/// The condition of a delivery that the next claim may lease. Once a lease ends its time is NULL; naming that here lets
/// SQLite use the index in rank order.
private let visible: SQL = "state = 'pending' AND lease_expires_at IS NULL AND due_at IS NULL"
/// The order in which claims lease visible deliveries: by rank. The columns before it are always NULL; another engine reads an
/// index in its order only if all of its columns are named.
private let inOrder: SQL = "lease_expires_at, due_at, rank, number"

extension Connection {
    /// The last visible delivery of a lane that one page examines for a caller who sees some of them; nil: there are
    /// fewer.
    func lastExamined(
        in group: ConsumerGroup, _ lane: DeliveryLane, after cursor: PendingDelivery.Position?, scope: AlertScope
    ) throws(DatabaseError) -> PendingDelivery.Position? {
        guard scope.isPartial else { return nil }
        let later: SQL =
            if let cursor { "(rank, number) > (\(cursor.rank), \(cursor.number))" } else { "1 = 1" }
        return try first(
            """
            SELECT rank, number FROM delivery
            WHERE group_id = \(group.id) AND lane = \(lane) AND \(visible) AND \(later)
            ORDER BY \(inOrder) LIMIT 1 OFFSET \(AlertScope.maxExamined - 1)
            """
        ) { row throws(DatabaseError) in (rank: try row.value(0), number: try row.value(1)) }
    }

    /// The first visible deliveries of a lane, with their alerts, in the order in which claims lease them.
    /// - Parameters:
    ///   - end: the last one to examine; nil: all.
    ///   - scope: the alerts that the caller may see.
    package func pending(
        in group: ConsumerGroup, _ lane: DeliveryLane, after cursor: PendingDelivery.Position? = nil,
        through end: PendingDelivery.Position? = nil, limit: Int, scope: AlertScope = .all
    ) throws(DatabaseError) -> [PendingDelivery] {
        try claimable(in: group, lane, after: cursor, through: end, limit: limit, scope: scope).map(\.delivery)
    }

    /// The same, each with its last event, and with the newest event of all alerts.
    func claimable(
        in group: ConsumerGroup, _ lane: DeliveryLane, after cursor: PendingDelivery.Position? = nil,
        through end: PendingDelivery.Position? = nil, limit: Int, scope: AlertScope = .all
    ) throws(DatabaseError) -> [(delivery: PendingDelivery, lastEvent: Int64?, newestEvent: Int64?)] {
        let later: SQL =
            if let cursor { "(rank, number) > (\(cursor.rank), \(cursor.number))" } else { "1 = 1" }
        let atMost: SQL = if let end { "(rank, number) <= (\(end.rank), \(end.number))" } else { "1 = 1" }
        return try all(
            """
            SELECT d.number, d.attempts, d.is_replay, d.rank, d.generation, d.last_event,
                (SELECT MAX(number) FROM alert_event), \(alertColumns)
            FROM (SELECT number, alert_id, attempts, is_replay, rank, generation, last_event FROM delivery
                WHERE group_id = \(group.id) AND lane = \(lane) AND \(visible) AND \(later)
                    AND \(atMost) AND \(authentic(scope).conditionOfDelivery)
                ORDER BY \(inOrder) LIMIT \(limit)) d
            JOIN alert a ON a.id = d.alert_id \(joinsOfAlert) ORDER BY d.rank, d.number
            """
        ) { row throws(DatabaseError) in
            let delivery = PendingDelivery(
                number: try row.value(0), attempts: try row.value(1), isReplay: try row.value(2),
                generation: try row.value(4), lane: lane, rank: try row.value(3), alert: try Alert(row: row, from: 7))
            return (delivery, lastEvent: try row.value(5), newestEvent: try row.value(6))
        }
    }
}

extension AlertScope {
    fileprivate var conditionOfDelivery: SQL {
        switch self {
        case .all, .none: return condition
        case .people, .patient: break
        }
        return """
            EXISTS (SELECT 1 FROM alert a JOIN result r ON r.id = a.result_id
                WHERE a.id = delivery.alert_id AND \(condition))
            """
    }
}
