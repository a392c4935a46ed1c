import FairKitCore
import Relational
import SQLCipher

/// The counted tables, in the order of `RowCounts`.
private let tables = [
    "profile", "kit", "result", "result_version", "alert", "delivery", "alert_event", "audit", "api_key",
]

extension Connection {
    /// The highest row numbers of a file, found without reading the tables. They equal the numbers of rows as long as
    /// none is deleted; only erasing a person deletes from these tables.
    func highestRows() throws(DatabaseError) -> RowCounts {
        let rows = try highestRows(of: tables)
        return RowCounts(
            profiles: rows[0], kits: rows[1], results: rows[2], resultVersions: rows[3], alerts: rows[4],
            deliveries: rows[5], alertEvents: rows[6], auditEntries: rows[7], keys: rows[8])
    }

    /// The exact numbers of rows, for a file that no request waits for.
    func countedRows() throws(DatabaseError) -> RowCounts {
        let sql: SQL = """
            SELECT (SELECT COUNT(*) FROM profile), (SELECT COUNT(*) FROM kit), (SELECT COUNT(*) FROM result),
                (SELECT COUNT(*) FROM result_version), (SELECT COUNT(*) FROM alert), (SELECT COUNT(*) FROM delivery),
                (SELECT COUNT(*) FROM alert_event), (SELECT COUNT(*) FROM audit), (SELECT COUNT(*) FROM api_key)
            """
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
