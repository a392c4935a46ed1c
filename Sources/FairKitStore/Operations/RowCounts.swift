import FairKitCore
import Relational

extension RowCounts {
    /// The counted tables, in the order of `init(_:)`.
    static let tables = [
        "profile", "kit", "result", "result_version", "alert", "delivery", "alert_event", "audit", "api_key",
    ]

    /// The tables among them whose rows a file stores in the tree of their key, so that they have no row numbers.
    static let inKeys: Set = ["kit", "result", "result_version", "alert"]

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
        RowCounts(
            try RowCounts.tables.map { table throws(DatabaseError) in
                // An epoch is no event.
                let counted: SQL = table == "alert_event" ? "alert_id <> \(Epoch.alert)" : "1 = 1"
                return try number("SELECT COUNT(*) FROM \(SQL(identifier: table)) WHERE \(counted)")
            })
    }
}
