import FairKitCore
package import Relational

/// A number above all that a store has given so far. It is drawn when an earlier state of the store is put into use: the
/// numbers that were given after that state never come again. See decision 0131.
///
/// It is stored as an event of no alert, since every version of the schema has the table of events: so the next event
/// follows it by itself, and the numbers of other tables take it from there.
enum Epoch {
    /// The alert of these events.
    static let alert = [UInt8](repeating: 0xFF, count: 16)

    /// The condition of these events, which an index finds.
    static var events: SQL { "alert_id = \(alert) AND delivery IS NULL" }

    /// The newest epoch; 0: none.
    static var last: SQL { "COALESCE((SELECT MAX(number) FROM alert_event WHERE \(events)), 0)" }

    /// The tables whose rows are numbered from 1 and never deleted, apart from those of erased people.
    static let numbered: Set = ["delivery", "alert_event", "audit"]

    /// The next number of a table, as an expression.
    static func next(in table: String) -> SQL {
        "(SELECT \(.greatest)(COALESCE((SELECT MAX(number) FROM \(SQL(identifier: table))), 0), \(last)) + 1)"
    }

    /// The number that begins an epoch. The time is far above any count: 4,096 numbers for each millisecond since 2020.
    /// - Parameter given: the highest number that the store knows. With a clock behind it, four billion are left out.
    static func begins(at now: Timestamp, after given: Int64) -> Int64 {
        let time = max(0, now.milliseconds - 1_577_836_800_000) << 12
        return time > given ? time : given + (1 << 32)
    }
}

extension Connection {
    /// The epochs of a store, the earliest first.
    func epochs() throws(DatabaseError) -> [Int64] {
        try all("SELECT number FROM alert_event WHERE \(Epoch.events) ORDER BY number") { row throws(DatabaseError) in
            try row.value(0)
        }
    }

    /// The newest epoch; 0: none.
    func lastEpoch() throws(DatabaseError) -> Int64 {
        try first("SELECT \(Epoch.last)") { row throws(DatabaseError) in try row.value(0) } ?? 0
    }

    /// Whether an event of the alerts has a number; 0: before the first one.
    package func isAlertEvent(_ number: Int64) throws(DatabaseError) -> Bool {
        guard number != 0 else { return true }
        return try exists("SELECT 1 FROM alert_event WHERE number = \(number)")
    }

    /// Whether an entry of the audit log has a number; 0: before the first one.
    package func isAuditEntry(_ number: Int64) throws(DatabaseError) -> Bool {
        guard number != 0 else { return true }
        return try exists("SELECT 1 FROM audit WHERE number = \(number)")
    }

    /// Whether a notice may have had a number. Notices are deleted, so within an epoch any up to the last is taken.
    package func isNoticeEvent(_ number: Int64) throws(DatabaseError) -> Bool {
        let last = try first("SELECT last FROM notice_event_number WHERE id = 1") { row throws(DatabaseError) in
            try row.value(0, as: Int64.self)
        }
        guard number > 0, number < last ?? 0 else { return number == 0 || number == last }
        guard let next = try epochs().first(where: { $0 > number }) else { return true }
        return try exists("SELECT 1 FROM notice_event WHERE number >= \(number) AND number <= \(next)")
    }
}

extension WriteTransaction {
    /// Begins an epoch, in a store of any version of the schema: the store was restored, or has moved.
    func beginEpoch(at now: Timestamp) throws(DatabaseError) {
        let given = try first(
            """
            SELECT \(.greatest)(COALESCE((SELECT MAX(number) FROM alert_event), 0), COALESCE((SELECT MAX(number) FROM delivery), 0),
                COALESCE((SELECT MAX(number) FROM audit), 0))
            """
        ) { row throws(DatabaseError) in try row.value(0, as: Int64.self) }
        try run(
            """
            INSERT INTO alert_event (number, at, alert_id, kind)
            VALUES (\(Epoch.begins(at: now, after: given ?? 0)), \(now), \(Epoch.alert), \(AlertEventKind.raised))
            """)
    }
}
