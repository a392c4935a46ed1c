import FairKitCore
import Relational

extension Connection {
    /// The highest row numbers, found without reading the tables. They equal the numbers of rows as long as none is
    /// deleted; only erasing a person deletes from these tables.
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

    /// The exact numbers of rows, for a file that no request waits for.
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
