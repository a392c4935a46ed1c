import FairKitStore
import Relational
import Support

/// The catalogue of a store, asked of its engine.
extension Store {
    /// The names of its tables, but those that only a database has.
    func tableNames() async throws -> [String] {
        switch TestEngine.current {
        case .files:
            try await values(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'", as: String.self)
        case .postgres:
            try await values(
                """
                SELECT CAST(tablename AS TEXT) FROM pg_tables
                WHERE schemaname = current_schema() AND tablename NOT IN ('head', 'stream_ticket', 'writer')
                """, as: String.self)
        }
    }

    /// The columns of a table, and those of its primary key.
    func columnNames(of table: String) async throws -> (all: [String], key: Set<String>) {
        let found = try await read { (tx) throws(DatabaseError) in
            switch TestEngine.current {
            case .files:
                try tx.all("PRAGMA table_info(\(SQL(identifier: table)))") { row throws(DatabaseError) in
                    (try row.value(1, as: String.self), try row.value(5, as: Int.self))
                }
            case .postgres:
                try tx.all(
                    """
                    SELECT CAST(a.attname AS TEXT), CASE WHEN a.attnum = ANY (i.indkey) THEN 1 ELSE 0 END
                    FROM pg_attribute a
                        LEFT JOIN pg_index i ON i.indrelid = a.attrelid AND i.indisprimary
                    WHERE a.attrelid = to_regclass(\(table)) AND a.attnum > 0 AND NOT a.attisdropped
                    ORDER BY a.attnum
                    """
                ) { row throws(DatabaseError) in (try row.value(0, as: String.self), try row.value(1, as: Int.self)) }
            }
        }
        return (found.map(\.0), Set(found.filter { $0.1 > 0 }.map(\.0)))
    }

    /// The tables to which a table refers.
    func references(of table: String) async throws -> Set<String> {
        switch TestEngine.current {
        case .files:
            Set(
                try await read { (tx) throws(DatabaseError) in
                    try tx.all("PRAGMA foreign_key_list(\(SQL(identifier: table)))") { row throws(DatabaseError) in
                        try row.value(2, as: String.self)
                    }
                })
        case .postgres:
            Set(
                try await values(
                    """
                    SELECT CAST(relname AS TEXT) FROM pg_constraint c JOIN pg_class t ON t.oid = c.confrelid
                    WHERE c.contype = 'f' AND c.conrelid = to_regclass(\(table))
                    """, as: String.self))
        }
    }

    /// The tables with rows that refer to a missing row. PostgreSQL refuses to make one.
    func tablesWithLooseRows() async throws -> [String] {
        guard TestEngine.current == .files else { return [] }
        return try await values("PRAGMA foreign_key_check", as: String.self)
    }
}
