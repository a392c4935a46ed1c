extension Connection {
    /// How many faults SQLite finds in the structure of the file, a hundred at most; every page is read and authenticated.
    ///
    /// One statement, so one snapshot: some ten seconds for a gigabyte.
    package func integrityFaults() throws(DatabaseError) -> Int {
        let lines = try all("PRAGMA integrity_check") { row throws(DatabaseError) in try row.value(0, as: String.self) }
        return lines == ["ok"] ? 0 : lines.count
    }

    /// How many rows refer to one that is not there, table by table.
    package func foreignKeyFaults() throws(DatabaseError) -> Int {
        let tables = try all("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name") {
            row throws(DatabaseError) in try row.value(0, as: String.self)
        }
        var count = 0
        for table in tables {
            // A pragma takes no bindings; the name comes from the schema itself.
            let quoted = table.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
            let statement = SQL(stringLiteral: "PRAGMA foreign_key_check(\"\(quoted)\")")
            count += try all(statement) { _ throws(DatabaseError) in 1 }.count
        }
        return count
    }
}
