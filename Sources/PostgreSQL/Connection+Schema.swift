package import Relational

/// The facts in the catalogue about the schema that a connection uses.
extension Connection {
    /// The bytes of its tables with their indexes, and the bytes of a page.
    package func sizesOfSchema() throws(DatabaseError) -> (bytes: Int, page: Int) {
        let sizes = try first(
            """
            SELECT CAST(COALESCE(SUM(pg_total_relation_size(c.oid)), 0) AS BIGINT),
                CAST(current_setting('block_size') AS BIGINT)
            FROM pg_class c WHERE c.relnamespace = CAST(current_schema() AS regnamespace) AND c.relkind = 'r'
            """
        ) { row throws(DatabaseError) in (bytes: try row.value(0, as: Int.self), page: try row.value(1, as: Int.self)) }
        guard let sizes else { throw .unexpectedValue(column: 0, sql: "the sizes of the schema") }
        return sizes
    }

    /// About how many rows tables have: exactly in small ones, and as the last ANALYZE found in others.
    package func rowEstimates(of tables: [String]) throws(DatabaseError) -> [Int] {
        let known = try all(
            """
            SELECT CAST(relname AS TEXT), CAST(GREATEST(reltuples, 0) AS BIGINT), pg_relation_size(oid) < 1048576 OR reltuples < 0
            FROM pg_class WHERE relnamespace = CAST(current_schema() AS regnamespace) AND relkind = 'r'
            """
        ) { row throws(DatabaseError) in
            (
                try row.value(0, as: String.self),
                (rows: try row.value(1, as: Int.self), isSmall: try row.value(2, as: Int.self) == 1)
            )
        }
        let ofTable = Dictionary(known) { first, _ in first }
        var rows: [Int] = []
        for table in tables {
            let found = ofTable[table] ?? (rows: 0, isSmall: false)
            rows.append(found.isSmall ? try number("SELECT COUNT(*) FROM \(SQL(identifier: table))") : found.rows)
        }
        return rows
    }

    /// The number of rows that refer to a missing row. The server refuses to write such rows; damage of its files can
    /// make them.
    package func referenceFaultsOfSchema() throws(DatabaseError) -> Int {
        var count = 0
        for (child, reference) in try references() {
            let equal = reference.columns.map { "p.\(SQL(identifier: $0.to)) = c.\(SQL(identifier: $0.from))" as SQL }
            let given = reference.columns.map { "c.\(SQL(identifier: $0.from)) IS NOT NULL" as SQL }
            count += try number(
                """
                SELECT COUNT(*) FROM \(SQL(identifier: child)) c
                WHERE \(given.joined(by: " AND ")) AND NOT EXISTS (
                    SELECT 1 FROM \(SQL(identifier: reference.parent)) p WHERE \(equal.joined(by: " AND ")))
                """)
        }
        return count
    }

    /// The references of the foreign keys of the schema's tables.
    func references() throws(DatabaseError) -> [(child: String, CatalogueTable.Reference)] {
        let columns = try all(
            """
            SELECT CAST(k.conname AS TEXT), CAST(c.relname AS TEXT), CAST(p.relname AS TEXT), CAST(a.attname AS TEXT),
                CAST(b.attname AS TEXT)
            FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class p ON p.oid = k.confrelid
            CROSS JOIN LATERAL unnest(k.conkey, k.confkey) AS u (own, other)
            JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = u.own
            JOIN pg_attribute b ON b.attrelid = k.confrelid AND b.attnum = u.other
            WHERE k.contype = 'f' AND k.connamespace = CAST(current_schema() AS regnamespace)
            """
        ) { row throws(DatabaseError) in
            (
                name: try row.value(0, as: String.self), child: try row.value(1, as: String.self),
                parent: try row.value(2, as: String.self), from: try row.value(3, as: String.self),
                to: try row.value(4, as: String.self)
            )
        }
        return Dictionary(grouping: columns) { "\($0.child).\($0.name)" }.values.map { columns in
            (
                columns[0].child,
                CatalogueTable.Reference(to: columns[0].parent, columns: columns.map { (from: $0.from, to: $0.to) })
            )
        }
    }
}
