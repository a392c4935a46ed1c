package import FairKitCore
package import Relational

/// Under which the settings hold the anchor: the time, and the number of the last event of an alert by then.
private let name = "clock-anchor"

/// The anchor of the clock: the last moment that is known to have passed, by which a server notices at its start that
/// the clock was set back. See decision 0130.
extension Connection {
    /// The last known moment: the anchor, or the last event of an alert after it; nil: the store is new.
    package func lastKnownMoment() throws(DatabaseError) -> Timestamp? {
        let anchor = try first("SELECT value FROM setting WHERE name = \(name)") { row throws(DatabaseError) in
            try row.value(0, as: String.self, sealed: .settingValue, of: name)
        }
        let numbers = anchor?.split(separator: " ").compactMap { Int64($0) } ?? []
        let known = numbers.count == 2 ? Timestamp(milliseconds: numbers[0]) : nil
        let event = numbers.count == 2 ? numbers[1] : 0
        guard let last = try lastEvent(), last.number > event else { return known }
        return max(last.at, known ?? last.at)
    }

    /// Whether something waits that may not be late: a step of an escalation, or a message.
    package func awaitsTime() throws(DatabaseError) -> Bool {
        for table in ["alert_step", "notice_send"] as [SQL] {
            if try exists("SELECT 1 FROM \(table) WHERE due_at IS NOT NULL LIMIT 1") { return true }
        }
        return false
    }

    private func lastEvent() throws(DatabaseError) -> (number: Int64, at: Timestamp)? {
        try first("SELECT number, at FROM alert_event ORDER BY number DESC LIMIT 1") { row throws(DatabaseError) in
            (number: try row.value(0), at: try row.value(1))
        }
    }
}

extension WriteTransaction {
    /// Stores that a moment has passed.
    package func anchorClock(at now: Timestamp) throws(DatabaseError) {
        try keep("\(now.milliseconds) \(try lastEvent()?.number ?? 0)", as: name)
    }
}
