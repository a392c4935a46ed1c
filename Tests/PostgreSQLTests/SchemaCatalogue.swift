import Relational

/// An engine's description of the tables of a schema.
struct SchemaCatalogue {
    struct Column: Hashable {
        let type: String
        let isNullable: Bool
    }
    struct ForeignKey: Hashable {
        let columns: [String]
        let table: String
        let referenced: [String]
    }
    /// A primary key, a UNIQUE or an index.
    struct Index: Hashable {
        let columns: [String]
        let isUnique: Bool
        let isPartial: Bool
    }
    struct Table {
        var columns: [String: Column] = [:]
        var primaryKey: [String] = []
        var foreignKeys: Set<ForeignKey> = []
        var indexes: Set<Index> = []
        /// How many conditions its rows keep.
        var checks = 0
    }
    var tables: [String: Table] = [:]
}

extension SchemaCatalogue {
    /// The text of an expression as both engines write it: without what PostgreSQL adds, or what a lookup is.
    static func columns(_ list: String) -> [String] {
        list.replacing(#/substr\((\w+), 1, 16\)|lower\((\w+)\)/#) { match in match.1 ?? match.2 ?? "" }
            .split(separator: ",").map { String($0.drop { $0 == " " }).replacing("\"", with: "") }
    }

    /// Of the schema in which a session of PostgreSQL is.
    init<Access>(ofPostgreSQL connection: borrowing Connection<Access>, schema: String) throws(DatabaseError) {
        let own: SQL = "(SELECT oid FROM pg_namespace WHERE nspname = \(schema))"
        let columns = try connection.all(
            """
            SELECT CAST(c.relname AS TEXT), CAST(a.attname AS TEXT), format_type(a.atttypid, NULL), a.attnotnull,
                a.atttypid <> CAST('text' AS regtype) OR a.attcollation = CAST('pg_catalog."C"' AS regcollation)
            FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
            WHERE c.relnamespace = \(own) AND c.relkind = 'r' AND a.attnum > 0 AND NOT a.attisdropped
            """
        ) { row throws(DatabaseError) in
            (
                try row.value(0, as: String.self), try row.value(1, as: String.self), try row.value(2, as: String.self),
                try row.value(3, as: Int.self) == 1, try row.value(4, as: Int.self) == 1
            )
        }
        for (table, name, type, isRequired, hasBytesOrder) in columns {
            tables[table, default: Table()].columns[name] = Column(
                type: hasBytesOrder ? type : "\(type) without its collation", isNullable: !isRequired)
        }
        let constraints = try connection.all(
            """
            SELECT CAST(c.relname AS TEXT), CAST(k.contype AS TEXT), pg_get_constraintdef(k.oid)
            FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid WHERE c.relnamespace = \(own)
            """
        ) { row throws(DatabaseError) in
            (try row.value(0, as: String.self), try row.value(1, as: String.self), try row.value(2, as: String.self))
        }
        for (table, kind, text) in constraints {
            switch kind {
            case "c": tables[table]?.checks += 1
            case "p": tables[table]?.primaryKey = SchemaCatalogue.listed(in: text)
            case "f":
                guard let match = text.firstMatch(of: #/\((.*?)\) REFERENCES (?:\w+\.)?(\w+)\((.*?)\)/#) else {
                    continue
                }
                let key = ForeignKey(
                    columns: SchemaCatalogue.columns(String(match.1)), table: String(match.2),
                    referenced: SchemaCatalogue.columns(String(match.3)))
                tables[table]?.foreignKeys.insert(key)
            default: break
            }
        }
        let indexes = try connection.all(
            """
            SELECT CAST(c.relname AS TEXT), pg_get_indexdef(i.indexrelid) FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid
            WHERE c.relnamespace = \(own) AND NOT i.indisprimary
            """
        ) { row throws(DatabaseError) in (try row.value(0, as: String.self), try row.value(1, as: String.self)) }
        for (table, text) in indexes { tables[table]?.indexes.insert(Index(text)) }
    }

    /// Of a file of SQLite.
    init(ofSQLite connection: borrowing ReadTransaction) throws(DatabaseError) {
        let list: SQL = "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        let made = try connection.all(list) { row throws(DatabaseError) in
            (try row.value(0, as: String.self), try row.value(1, as: String.self))
        }
        for (name, text) in made {
            var table = Table()
            table.checks = text.matches(of: #/\bCHECK\b/#).count
            let pragma = SQL(stringLiteral: name)
            let columns = try connection.all("PRAGMA table_info(\(pragma))") { row throws(DatabaseError) in
                (
                    try row.value(1, as: String.self), try row.value(2, as: String.self),
                    try row.value(3, as: Int.self) == 1, try row.value(5, as: Int.self)
                )
            }
            for (column, type, isRequired, _) in columns {
                let types = ["INTEGER": "bigint", "TEXT": "text", "BLOB": "bytea"]
                table.columns[column] = Column(type: types[type] ?? type, isNullable: !isRequired)
            }
            table.primaryKey = columns.filter { $0.3 > 0 }.sorted { $0.3 < $1.3 }.map(\.0)
            let keys = try connection.all("PRAGMA foreign_key_list(\(pragma))") { row throws(DatabaseError) in
                (
                    try row.value(0, as: Int.self), try row.value(2, as: String.self),
                    try row.value(3, as: String.self),
                    try row.value(4, as: String.self)
                )
            }
            for parts in Dictionary(grouping: keys, by: \.0).values {
                table.foreignKeys.insert(
                    ForeignKey(columns: parts.map(\.2), table: parts[0].1, referenced: parts.map(\.3)))
            }
            table.indexes = Set(
                try connection.all(
                    "SELECT sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name = \(name)"
                ) {
                    row throws(DatabaseError) in Index(try row.value(0, as: String.self))
                })
            // A UNIQUE within the table has an index without a text.
            let automatic = try connection.all("PRAGMA index_list(\(pragma))") { row throws(DatabaseError) in
                (try row.value(1, as: String.self), try row.value(3, as: String.self))
            }
            for (index, origin) in automatic where origin == "u" {
                let columns = try connection.all("PRAGMA index_info(\(SQL(stringLiteral: index)))") {
                    row throws(DatabaseError) in try row.value(2, as: String.self)
                }
                table.indexes.insert(Index(columns: columns, isUnique: true, isPartial: false))
            }
            tables[name] = table
        }
    }

    /// The columns in the first parentheses.
    private static func listed(in text: String) -> [String] {
        text.firstMatch(of: #/\((.*?)\)/#).map { columns(String($0.1)) } ?? []
    }
}

extension SchemaCatalogue.Index {
    /// - Parameter text: its CREATE INDEX.
    fileprivate init(_ text: String) {
        let parts = text.replacing(#/\s+/#, with: " ").firstMatch(
            of: #/ON (?:\w+\.)?"?\w+"?(?: USING \w+)? \((.*?)\)(?: WHERE (.*))?$/#)
        columns = SchemaCatalogue.columns(parts.map { String($0.1) } ?? text)
        isUnique = text.hasPrefix("CREATE UNIQUE")
        isPartial = parts?.2 != nil
    }
}
