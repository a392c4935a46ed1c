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
        let tables = try all("SELECT name, sql LIKE '%WITHOUT ROWID%' FROM sqlite_master WHERE type = 'table'") {
            row throws(DatabaseError) in (try row.value(0, as: String.self), try row.value(1, as: Bool.self))
        }
        var count = 0
        for (table, hasNoRows) in tables {
            for reference in try references(of: table) {
                let orphans = reference.orphans(in: table)
                guard !hasNoRows else {
                    count += try number("SELECT COUNT(*) FROM \(orphans)")
                    continue
                }
                var begin = try firstRow(of: table, from: 0)
                while let from = begin {
                    count += try number(
                        "SELECT COUNT(*) FROM \(orphans) AND c.rowid BETWEEN \(from) AND \(from + 19_999)")
                    begin = try firstRow(of: table, from: from + 20_000)
                }
            }
        }
        return count
    }

    /// The number of the first row from a number on. Numbers may have wide gaps.
    private func firstRow(of table: String, from: Int) throws(DatabaseError) -> Int? {
        try first("SELECT MIN(rowid) FROM \(SQL(identifier: table)) WHERE rowid >= \(from)") {
            row throws(DatabaseError) in try row.value(0, as: Int?.self)
        }.flatMap(\.self)
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
