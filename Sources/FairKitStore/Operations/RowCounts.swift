import FairKitCore
import Relational

extension RowCounts {
    /// The counted tables, in the order of `init(_:)`.
    static let tables = [
        "profile", "kit", "result", "result_version", "alert", "delivery", "alert_event", "audit", "api_key",
    ]

    /// - Parameter counts: those of `tables`.
    init(_ counts: [Int]) {
        self.init(
            profiles: counts[0], kits: counts[1], results: counts[2], resultVersions: counts[3], alerts: counts[4],
            deliveries: counts[5], alertEvents: counts[6], auditEntries: counts[7], keys: counts[8])
    }
}

extension Connection {
    /// The exact numbers of rows, for a store that no request waits for.
    func countedRows() throws(DatabaseError) -> RowCounts {
        let sql: SQL = """
            SELECT (SELECT COUNT(*) FROM profile), (SELECT COUNT(*) FROM kit), (SELECT COUNT(*) FROM result),
                (SELECT COUNT(*) FROM result_version), (SELECT COUNT(*) FROM alert), (SELECT COUNT(*) FROM delivery),
                (SELECT COUNT(*) FROM alert_event), (SELECT COUNT(*) FROM audit), (SELECT COUNT(*) FROM api_key)
            """
        let counts = try first(sql) { row throws(DatabaseError) in
            var counts: [Int] = []
            for column in RowCounts.tables.indices { counts.append(try row.value(column)) }
            return RowCounts(counts)
        }
        guard let counts else { throw .unexpectedValue(column: 0, sql: sql.text) }
        return counts
    }
}
