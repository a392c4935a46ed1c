package import Relational

extension Connection {
    /// The number of faults that SQLite finds in the structure of the file, at most a hundred; every page is read and
    /// authenticated.
    ///
    /// It is one statement, so one snapshot. With a million results (0.9 GB) it takes about four seconds, or half a
    /// minute if it also looks up each row in each index.
    package func structureFaults(withIndexes: Bool) throws(DatabaseError) -> Int {
        let lines = try all(withIndexes ? "PRAGMA integrity_check" : "PRAGMA quick_check") {
            row throws(DatabaseError) in
            try row.value(0, as: String.self)
        }
        return lines == ["ok"] ? 0 : lines.count
    }

    /// The number of rows that refer to a missing row. `PRAGMA foreign_key_check` takes one snapshot per table, eight
    /// seconds for a million results; this does the same in pieces.
    package func foreignKeyFaults() throws(DatabaseError) -> Int {
        let inKeys = Set(
            try all("SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%WITHOUT ROWID%'") {
                row throws(DatabaseError) in try row.value(0, as: String.self)
            })
        var count = 0
        for table in try catalogue() {
            // The rows of a table stand in this order.
            let order = inKeys.contains(table.name) ? table.key.first : nil
            for reference in table.references {
                count += try orphans(by: reference, in: table.name, inOrderOf: SQL(identifier: order ?? "rowid"))
            }
        }
        return count
    }

    private func orphans(
        by reference: CatalogueTable.Reference, in table: String, inOrderOf key: SQL
    ) throws(DatabaseError) -> Int {
        var (count, later): (Int, SQL) = (0, "1 = 1")
        while true {
            let last = try first(
                "SELECT c.\(key) FROM \(SQL(identifier: table)) c WHERE \(later) ORDER BY c.\(key) LIMIT 1 OFFSET 19999"
            ) { row throws(DatabaseError) in try row.value(0, as: SQLValue.self) }
            let upTo: SQL = last.map { "c.\(key) <= \($0)" } ?? "1 = 1"
            count += try number("SELECT COUNT(*) FROM \(reference.orphans(in: table)) AND \(later) AND \(upTo)")
            guard let last else { return count }
            later = "c.\(key) > \(last)"
        }
    }
}

extension CatalogueTable.Reference {
    /// A query's text after `FROM`; more conditions on the child `c` can be appended.
    fileprivate func orphans(in child: String) -> SQL {
        let pairs = columns.map { (SQL(identifier: $0.from), SQL(identifier: $0.to)) }
        let filled = pairs.map { from, _ -> SQL in "c.\(from) IS NOT NULL" }.conjunction
        let equal = pairs.map { from, to -> SQL in "p.\(to) = c.\(from)" }.conjunction
        let parent = SQL(identifier: parent)
        return
            "\(SQL(identifier: child)) c WHERE \(filled) AND NOT EXISTS (SELECT 1 FROM \(parent) p WHERE \(equal))"
    }
}
