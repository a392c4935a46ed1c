import SQLCipher

/// How many rows the main tables have.
package struct RowCounts: Hashable, Sendable {
    package let profiles: Int
    package let kits: Int
    package let results: Int
    package let resultVersions: Int
    package let alerts: Int
    package let deliveries: Int
    package let alertEvents: Int
    package let auditEntries: Int
    package let keys: Int

    package static let none = RowCounts(
        profiles: 0, kits: 0, results: 0, resultVersions: 0, alerts: 0, deliveries: 0, alertEvents: 0, auditEntries: 0,
        keys: 0)

    package static func + (_ a: RowCounts, _ b: RowCounts) -> RowCounts {
        RowCounts(
            profiles: a.profiles + b.profiles, kits: a.kits + b.kits, results: a.results + b.results,
            resultVersions: a.resultVersions + b.resultVersions, alerts: a.alerts + b.alerts,
            deliveries: a.deliveries + b.deliveries, alertEvents: a.alertEvents + b.alertEvents,
            auditEntries: a.auditEntries + b.auditEntries, keys: a.keys + b.keys)
    }
}

extension Connection {
    /// The highest row numbers, found without reading the tables: as many as there are rows, as long as none is deleted, and only
    /// erasing a person deletes from these tables.
    func highestRows() throws(DatabaseError) -> RowCounts {
        try rowCounts(
            """
            SELECT COALESCE((SELECT MAX(\(.rowNumber)) FROM profile), 0), COALESCE((SELECT MAX(\(.rowNumber)) FROM kit), 0),
                COALESCE((SELECT MAX(\(.rowNumber)) FROM result), 0), COALESCE((SELECT MAX(\(.rowNumber)) FROM result_version), 0),
                COALESCE((SELECT MAX(\(.rowNumber)) FROM alert), 0), COALESCE((SELECT MAX(\(.rowNumber)) FROM delivery), 0),
                COALESCE((SELECT MAX(\(.rowNumber)) FROM alert_event), 0), COALESCE((SELECT MAX(\(.rowNumber)) FROM audit), 0),
                COALESCE((SELECT MAX(\(.rowNumber)) FROM api_key), 0)
            """)
    }

    /// The rows, counted one by one: for a file that nobody waits for.
    func countedRows() throws(DatabaseError) -> RowCounts {
        try rowCounts(
            """
            SELECT (SELECT COUNT(*) FROM profile), (SELECT COUNT(*) FROM kit), (SELECT COUNT(*) FROM result),
                (SELECT COUNT(*) FROM result_version), (SELECT COUNT(*) FROM alert), (SELECT COUNT(*) FROM delivery),
                (SELECT COUNT(*) FROM alert_event), (SELECT COUNT(*) FROM audit), (SELECT COUNT(*) FROM api_key)
            """)
    }

    private func rowCounts(_ sql: SQL) throws(DatabaseError) -> RowCounts {
        let counts = try first(sql) { row throws(DatabaseError) in
            RowCounts(
                profiles: try row.value(0), kits: try row.value(1), results: try row.value(2),
                resultVersions: try row.value(3), alerts: try row.value(4), deliveries: try row.value(5),
                alertEvents: try row.value(6), auditEntries: try row.value(7), keys: try row.value(8))
        }
        guard let counts else { throw .unexpectedValue(column: 0, sql: sql.text) }
        return counts
    }
}
