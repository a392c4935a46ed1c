package import FairKitCore
package import Relational

/// When a delivery's lease or delay began, by its last event.
private let began: SQL = "(SELECT at FROM alert_event WHERE alert_event.number = delivery.last_event)"

/// All leases, written to match the index, which begins with group and lane.
private let leased: SQL = "group_id IN (SELECT id FROM consumer_group) AND lane IN (0, 1) AND state = 'leased'"

/// Adjusts times when the server's clock is set. See decision 0046.
extension Connection where Access == Writing {
    /// Moves the ends of leases, delays and mail pauses with the clock, so that each keeps its length.
    /// - Parameters:
    ///   - step: how far the clock was set forward; negative: back.
    ///   - time: what began at this time or later began after the step, and is not moved; nil: unknown, so all are
    ///     moved. A lease moved back without need ends early.
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
        try run("UPDATE notice_send SET due_at = due_at + \(milliseconds) WHERE due_at IS NOT NULL")
        // A step that is moved back without need is early, one that is moved forward without need is late.
        let isEarlier: SQL =
            if let time { "planned_at < \(time.advanced(by: EscalationPolicy.longest))" } else { "1 = 1" }
        try run(
            """
            UPDATE alert_step SET due_at = due_at + \(milliseconds), planned_at = planned_at + \(milliseconds)
            WHERE due_at IS NOT NULL AND \(isEarlier)
            """)
    }

    /// Makes leases and delays begin now that begin in the future: the clock was set back while no server followed it.
    /// Those already moved end at once.
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
