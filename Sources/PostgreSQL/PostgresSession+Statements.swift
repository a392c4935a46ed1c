import Relational

extension PostgresSession {
    /// The statement as it is prepared, now or earlier.
    func prepared(_ sql: SQL, _ types: [UInt32]) throws(ServerFailure) -> StatementNames.Statement {
        let key = StatementNames.Key(place: number, template: sql.template, types: types)
        if let statement = statements.statement(key) { return statement }
        try makeRoom()
        let name = statements.next()
        try connection.prepare(name, text: dialect.text(of: sql), types: types, deadline: nextDeadline)
        return keep(name, of: sql, as: key)
    }

    /// Notes that a statement is prepared.
    func keep(_ name: String, of sql: SQL, as key: StatementNames.Key) -> StatementNames.Statement {
        statements.keep(name, changesWatched: user?.watched.areChanged(by: sql) ?? false, as: key)
    }

    /// Lets the server forget statements, if there are as many as a connection keeps.
    func makeRoom() throws(ServerFailure) {
        let unneeded = statements.removeOldest()
        guard !unneeded.isEmpty else { return }
        try connection.control(unneeded.map { "DEALLOCATE \($0)" }.joined(separator: "; "))
    }
}
