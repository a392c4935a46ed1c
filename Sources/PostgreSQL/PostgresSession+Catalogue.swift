package import Relational

extension PostgresSession {
    package func catalogue() throws(DatabaseError) -> [CatalogueTable] {
        let connection = ReadTransaction(self)
        let columns = try connection.all(
            """
            SELECT CAST(c.relname AS TEXT), CAST(a.attname AS TEXT),
                CAST(array_position(CAST(i.indkey AS SMALLINT[]), a.attnum) AS BIGINT)
            FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
            LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary
            WHERE c.relnamespace = CAST(current_schema() AS regnamespace) AND c.relkind = 'r'
            ORDER BY a.attnum
            """
        ) { row throws(DatabaseError) in
            (
                table: try row.value(0, as: String.self), name: try row.value(1, as: String.self),
                ofKey: try row.value(2, as: Int?.self)
            )
        }
        let references = Dictionary(grouping: try connection.references(), by: \.child)
        return Dictionary(grouping: columns, by: \.table).sorted { $0.key < $1.key }.map { table, columns in
            let key = columns.filter { $0.ofKey != nil }.sorted { ($0.ofKey ?? 0) < ($1.ofKey ?? 0) }
            return CatalogueTable(
                name: table, columns: columns.map(\.name), key: key.map(\.name),
                references: (references[table] ?? []).map(\.1))
        }
    }
}
