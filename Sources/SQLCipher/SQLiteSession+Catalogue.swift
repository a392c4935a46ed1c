import Relational

extension SQLiteSession {
    func catalogue() throws(DatabaseError) -> [CatalogueTable] {
        let connection = ReadTransaction(self)
        let names = try connection.all(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name"
        ) { row throws(DatabaseError) in try row.value(0, as: String.self) }
        return try names.map { (name) throws(DatabaseError) in
            let columns = try connection.all("PRAGMA table_info(\(SQL(identifier: name)))") {
                row throws(DatabaseError) in
                (name: try row.value(1, as: String.self), ofKey: try row.value(5, as: Int.self))
            }
            return CatalogueTable(
                name: name, columns: columns.map(\.name),
                key: columns.filter { $0.ofKey > 0 }.sorted { $0.ofKey < $1.ofKey }.map(\.name),
                references: try connection.references(of: name))
        }
    }
}

extension Connection {
    /// The columns that the foreign keys of a table refer to.
    func references(of table: String) throws(DatabaseError) -> [CatalogueTable.Reference] {
        let columns = try all("PRAGMA foreign_key_list(\(SQL(identifier: table)))") { row throws(DatabaseError) in
            (
                key: try row.value(0, as: Int.self), parent: try row.value(2, as: String.self),
                from: try row.value(3, as: String.self), to: try row.value(4, as: String?.self) ?? "rowid"
            )
        }
        return Dictionary(grouping: columns, by: \.key).values.map { columns in
            CatalogueTable.Reference(to: columns[0].parent, columns: columns.map { (from: $0.from, to: $0.to) })
        }
    }
}
