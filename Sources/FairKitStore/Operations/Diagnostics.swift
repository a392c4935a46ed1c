package import FairKitCore
package import Relational

extension Connection {
    /// What apps reported from a day on, the newest day first.
    package func diagnostics(from day: CalendarDate) throws(DatabaseError) -> [(day: CalendarDate, Diagnostic)] {
        try all(
            """
            SELECT day, platform, version, kind, count FROM diagnostic WHERE day >= \(day)
            ORDER BY day DESC, platform, version, kind
            """
        ) { row throws(DatabaseError) in
            (
                try row.value(0),
                Diagnostic(
                    platform: try row.value(1), version: try row.value(2), kind: try row.value(3),
                    count: try row.value(4))
            )
        }
    }
}

extension WriteTransaction {
    /// Adds a report to those of a day.
    package func add(_ one: Diagnostic, on day: CalendarDate) throws(DatabaseError) {
        if try raise(one, one.version, on: day) { return }
        // Older days are shown to no one.
        try run("DELETE FROM diagnostic WHERE day < \(day.adding(days: -Diagnostic.days))")
        let rows = try number("SELECT COUNT(*) FROM diagnostic WHERE day = \(day)")
        let version = rows < Diagnostic.mostRows ? one.version : "other"
        if version == "other", try raise(one, version, on: day) { return }
        try run(
            """
            INSERT INTO diagnostic (day, platform, version, kind, count)
            VALUES (\(day), \(one.platform), \(version), \(one.kind), \(one.count))
            """)
    }

    private func raise(_ one: Diagnostic, _ version: String, on day: CalendarDate) throws(DatabaseError) -> Bool {
        try rowsChanged(
            by: """
                UPDATE diagnostic SET count = count + \(one.count)
                WHERE day = \(day) AND platform = \(one.platform) AND version = \(version) AND kind = \(one.kind)
                """) == 1
    }
}
