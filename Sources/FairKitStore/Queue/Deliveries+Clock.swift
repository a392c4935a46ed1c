package import FairKitCore
package import SQLCipher

/// When a lease or a delay of a delivery began: its last event tells.
private let began: SQL = "(SELECT at FROM alert_event WHERE alert_event.number = delivery.last_event)"

/// All leases, of which the index begins with groups and lanes.
private let leased: SQL = "group_id IN (SELECT id FROM consumer_group) AND lane IN (0, 1) AND state = 'leased'"

/// What ends at a time of the clock, when that clock is set. See the decision `0046-a-clock-that-is-set`.
extension Connection where Access == Writing {
    /// Moves the ends of leases, of delays and of the pauses of mails with the clock, so that each keeps its length.
    /// - Parameters:
    ///   - step: by how much it was set forward; less than zero: back.
    ///   - time: what began then or later was begun after the step, and stays; nil: that can't be told, and all is moved. Moved back for
    ///     nothing, a lease ends early.
    package func moveTimes(by step: Duration, of time: Timestamp?) throws(DatabaseError) {
        let milliseconds = step.components.seconds * 1000 + step.components.attoseconds / 1_000_000_000_000_000
        let isMoved: SQL = if let time { "\(began) < \(time)" } else { "1 = 1" }
        try run(
            """
            UPDATE delivery SET lease_expires_at = lease_expires_at + \(milliseconds)
            WHERE \(leased) AND \(isMoved)
            """)
        try run("UPDATE delivery SET due_at = due_at + \(milliseconds) WHERE due_at IS NOT NULL AND \(isMoved)")
        try run("UPDATE outbox SET due_at = due_at + \(milliseconds) WHERE due_at IS NOT NULL")
    }

    /// Has leases and delays begin now that begin later: the clock was set back while no server followed it. What had been moved
    /// before ends at once.
    package func beginTimes(at now: Timestamp) throws(DatabaseError) {
        try run(
            """
            UPDATE delivery SET lease_expires_at = \(now) + lease_expires_at - \(began)
            WHERE \(leased) AND \(began) > \(now)
            """)
        try run(
            "UPDATE delivery SET due_at = \(now) + due_at - \(began) WHERE due_at IS NOT NULL AND \(began) > \(now)")
    }
}
