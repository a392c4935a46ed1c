package import FairKitCore
package import Relational

/// The reading of the clock when the servers saw it last, and its error as they believed it.
package struct SeenClock: Hashable, Sendable {
    package let at: Timestamp
    /// How far the clock was ahead of the time that has surely passed.
    package let ahead: Duration

    package init(at: Timestamp, ahead: Duration) {
        self.at = at
        self.ahead = ahead
    }
}

extension Connection {
    /// The stored reading of the clock; nil: none yet.
    package func seenClock() throws(DatabaseError) -> SeenClock? {
        try first("SELECT seen_at, ahead FROM clock") { row throws(DatabaseError) in
            SeenClock(at: try row.value(0), ahead: .milliseconds(try row.value(1, as: Int64.self)))
        }
    }
}

extension WriteTransaction {
    package func setSeenClock(_ seen: SeenClock) throws(DatabaseError) {
        let (seconds, attoseconds) = seen.ahead.components
        try run("DELETE FROM clock")
        try run(
            """
            INSERT INTO clock (id, seen_at, ahead)
            VALUES (1, \(seen.at), \(seconds * 1000 + attoseconds / 1_000_000_000_000_000))
            """)
    }
}
