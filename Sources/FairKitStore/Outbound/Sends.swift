package import FairKitCore
package import SQLCipher

extension Connection {
    /// A page of a group's attempts to send, the newest first.
    /// - Parameter number: the last of the page before.
    package func sends(
        of group: ConsumerGroup, before number: Int64?, limit: Int
    ) throws(DatabaseError) -> Page<Send, Int64> {
        let found = try all(
            """
            SELECT number, at, alert_id, delivery, channel, outcome, http_status, milliseconds, attempt FROM send
            WHERE group_id = \(group.id) AND number < \(number ?? Int64.max) ORDER BY number DESC LIMIT \(limit + 1)
            """
        ) { row throws(DatabaseError) in
            Send(
                number: try row.value(0), at: try row.value(1), alertID: try row.value(2), delivery: try row.value(3),
                channel: try row.value(4), outcome: try row.value(5), httpStatus: try row.value(6),
                milliseconds: try row.value(7), attempt: try row.value(8))
        }
        return Page(found: found, limit: limit) { $0.number }
    }
}

extension Connection where Access == Writing {
    /// Notes an attempt to send a delivery of a group.
    package func record(_ send: Send, of group: ConsumerGroup) throws(DatabaseError) {
        try run(
            """
            INSERT INTO send (at, alert_id, delivery, group_id, channel, outcome, http_status, milliseconds, attempt)
            VALUES (\(send.at), \(send.alertID), \(send.delivery), \(group.id), \(send.channel), \(send.outcome),
                \(send.httpStatus), \(send.milliseconds), \(send.attempt))
            """)
    }

    /// Forgets attempts that were made before a time, at most a hundred; never the last, whose number gives the next one's.
    /// - Returns: how many.
    package func forgetSends(before time: Timestamp) throws(DatabaseError) -> Int {
        try run(
            """
            DELETE FROM send WHERE at < \(time) AND number < (SELECT MAX(number) FROM send)
                AND number IN (SELECT number FROM send ORDER BY number LIMIT 100)
            """)
    }
}
