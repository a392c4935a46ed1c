package import Relational

extension PostgresSession {
    package func rowsChanged(by sql: SQL) throws(DatabaseError) -> Int {
        try checkOpen()
        return try answer(to: sql).changed
    }

    /// Runs a statement in one round trip, after those that wait. It is prepared if it is not prepared yet.
    func answer(to sql: SQL) throws(DatabaseError) -> LibPQResult {
        let bound = try bound(sql)
        guard waiting.isEmpty, let statement = statements.statement(key(of: bound)) else {
            let results = try results(of: takeWaiting() + [bound])
            return results[results.count - 1]
        }
        try checkRunning()
        if statement.changesWatched { hasChangedWatched = true }
        do throws(ServerFailure) {
            return try connection.run(prepared: statement.name, bound.parameters, deadline: nextDeadline)
        } catch { throw failed(error, of: sql) }
    }

    func key(of bound: BoundStatement) -> StatementNames.Key {
        StatementNames.Key(place: number, template: bound.sql.template, types: bound.parameters.types)
    }

    /// Whether a statement changes a watched table.
    func changesWatched(_ bound: BoundStatement) -> Bool {
        statements.statement(key(of: bound))?.changesWatched ?? areWatchedChanged(by: bound.sql)
    }

    private func areWatchedChanged(by sql: SQL) -> Bool { user?.watched.areChanged(by: sql) ?? false }

    /// Notes that a statement is prepared.
    func keep(_ name: String, of sql: SQL, as key: StatementNames.Key) -> StatementNames.Statement {
        statements.keep(name, changesWatched: areWatchedChanged(by: sql), as: key)
    }

    /// Lets the server forget statements, if there are as many as a connection keeps.
    func makeRoom() throws(ServerFailure) {
        let unneeded = statements.removeOldest()
        guard !unneeded.isEmpty else { return }
        try connection.control(unneeded.map { "DEALLOCATE \($0)" }.joined(separator: "; "))
    }
}
