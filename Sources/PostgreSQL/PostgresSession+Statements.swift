package import Relational

extension PostgresSession {
    package func rowsChanged(by sql: SQL) throws(DatabaseError) -> Int {
        try checkOpen()
        return try answer(to: sql).changed
    }

    package func eachRow(
        of sql: SQL, _ body: (borrowing Row) throws(DatabaseError) -> Bool
    ) throws(DatabaseError) {
        let rows = PostgresRows(try answer(to: sql), of: sql)
        try withExtendedLifetime(rows) { () throws(DatabaseError) in
            while rows.next(), try body(Row(rows, unsealedBy: sealer)) {}
        }
    }

    /// The server stops at the first row.
    package func exists(_ sql: SQL) throws(DatabaseError) -> Bool {
        let rows = PostgresRows(try answer(to: "SELECT EXISTS (\(sql))"), of: sql)
        return rows.next() && rows.integer(0) == 1
    }

    /// Runs a statement in one round trip with those that are under way.
    private func answer(to sql: SQL) throws(DatabaseError) -> LibPQResult {
        try pipe(sql, isLast: false)
        let results = try answers()
        return results[results.count - 1]
    }
}
