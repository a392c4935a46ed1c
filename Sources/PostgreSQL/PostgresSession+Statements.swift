import Relational

extension PostgresSession {
    /// Runs a statement in one round trip, and prepares it if it is not prepared yet.
    func answer(to sql: SQL) throws(DatabaseError) -> LibPQResult {
        let parameters = Parameters(try sql.bindings(sealedBy: sealer))
        let key = StatementNames.Key(place: number, template: sql.template, types: parameters.types)
        guard let statement = statements.statement(key) else { return try results(of: [sql])[0] }
        try checkRunning()
        if statement.changesWatched { hasChangedWatched = true }
        do throws(ServerFailure) {
            return try connection.run(prepared: statement.name, parameters, deadline: nextDeadline)
        } catch { throw failed(error, of: sql) }
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
