package import FairKitCore
package import Relational

/// When a delivery's lease or delay began, by its last event.
private let began: SQL = "(SELECT at FROM alert_event WHERE alert_event.number = delivery.last_event)"

/// All leases, written to match the index, which begins with group and lane.
private let leased: SQL = "group_id IN (SELECT id FROM consumer_group) AND lane IN (0, 1) AND state = 'leased'"

/// Adjusts times when the server's clock is set. See decision 0130.
extension WriteTransaction {
    /// Moves the ends of leases, delays, pauses of messages, and steps with the clock, so that each keeps its length.
    /// - Parameters:
    ///   - step: how far the clock was set forward; negative: back.
    ///   - time: rows that began at this time or later were written by another server after the step, and are not
    ///     moved; nil: all are moved.
    package func moveTimes(by step: Duration, of time: Timestamp?) throws(DatabaseError) {
        let milliseconds = step.components.seconds * 1000 + step.components.attoseconds / 1_000_000_000_000_000
        let isMoved: SQL = if let time { "\(began) < \(time)" } else { "1 = 1" }
        try run(
            """
            UPDATE delivery SET lease_expires_at = lease_expires_at + \(milliseconds)
            WHERE \(leased) AND \(isMoved)
            """)
        try run("UPDATE delivery SET due_at = due_at + \(milliseconds) WHERE due_at IS NOT NULL AND \(isMoved)")
        let isWritten: SQL =
            if let time { "(SELECT created_at FROM notice WHERE notice.id = notice_id) < \(time)" } else { "1 = 1" }
        try run(
            "UPDATE notice_send SET due_at = due_at + \(milliseconds) WHERE due_at IS NOT NULL AND \(isWritten)")
        let isRaised: SQL =
            if let time { "(SELECT raised_at FROM alert WHERE alert.id = alert_id) < \(time)" } else { "1 = 1" }
        try run(
            """
            UPDATE alert_step SET due_at = due_at + \(milliseconds), planned_at = planned_at + \(milliseconds)
            WHERE due_at IS NOT NULL AND \(isRaised)
            """)
    }
}
