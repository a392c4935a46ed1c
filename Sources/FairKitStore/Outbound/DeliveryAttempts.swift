package import FairKitCore
package import Relational

extension Connection {
    /// A page of delivery attempts, the newest first.
    /// - Parameters:
    ///   - group: only this group's; nil: those of all groups, removed ones included.
    ///   - number: the last of the previous page.
    package func deliveryAttempts(
        of group: ConsumerGroup?, before number: Int64?, limit: Int
    ) throws(DatabaseError) -> Page<GroupAttempt, Int64> {
        let wanted: SQL = if let group { "a.group_id IN (\(rows(ofGroup: group.id)))" } else { "1 = 1" }
        let found = try all(
            """
            SELECT a.number, a.at, a.alert_id, a.delivery, a.channel, a.outcome, a.http_status, a.milliseconds, a.attempt,
                (SELECT name FROM consumer_group WHERE id = a.group_id)
            FROM delivery_attempt a
            WHERE \(wanted) AND a.number < \(number ?? Int64.max) ORDER BY a.number DESC LIMIT \(limit + 1)
            """
        ) { row throws(DatabaseError) in
            let attempt = DeliveryAttempt(
                number: try row.value(0), at: try row.value(1), alertID: try row.value(2), delivery: try row.value(3),
                channel: try row.value(4), outcome: try row.value(5), httpStatus: try row.value(6),
                milliseconds: try row.value(7), attempt: try row.value(8))
            return GroupAttempt(attempt, of: try row.value(9))
        }
        return Page(found: found, limit: limit) { $0.attempt.number }
    }
}

extension WriteTransaction {
    /// Stores a delivery attempt of a group.
    package func recordAttempt(_ attempt: DeliveryAttempt, of group: ConsumerGroup) throws(DatabaseError) {
        try run(
            """
            INSERT INTO delivery_attempt (number, at, alert_id, delivery, group_id, channel, outcome, http_status, milliseconds,
                attempt)
            VALUES (\(Epoch.next(in: "delivery_attempt")), \(attempt.at), \(attempt.alertID), \(attempt.delivery), \(group.id), \(attempt.channel), \(attempt.outcome),
                \(attempt.httpStatus), \(attempt.milliseconds), \(attempt.attempt))
            """)
    }
}
