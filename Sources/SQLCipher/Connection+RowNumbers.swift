package import Relational

// A file numbers the rows of a table itself, in the order of insertion. Only code that is about files may use that: no
// other engine has it.

extension Connection {
    /// The highest row numbers of tables, found without reading them; 0 for an empty table. One equals the number of
    /// rows as long as none is deleted.
    /// - Parameter tables: names from the schema; none of them is WITHOUT ROWID.
    package func highestRows(of tables: [String]) throws(DatabaseError) -> [Int] {
        let columns = tables.map { "COALESCE((SELECT MAX(rowid) FROM \(SQL(identifier: $0))), 0)" as SQL }
        let sql: SQL = "SELECT \(columns.joined(by: ", "))"
        let rows = try first(sql) { row throws(DatabaseError) in
            var rows: [Int] = []
            for column in tables.indices { rows.append(try row.value(column)) }
            return rows
        }
        guard let rows else { throw .unexpectedValue(column: 0, sql: sql.text) }
        return rows
    }
}
