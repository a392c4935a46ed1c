package import Relational

extension PostgresSession {
    /// The most statements of one pipeline: fewer than a connection keeps, so that it forgets none that it is about to
    /// run.
    private static let longestPipeline = 256

    package func run(each statements: [SQL]) throws(DatabaseError) -> [Int] {
        var counts: [Int] = []
        counts.reserveCapacity(statements.count)
        var rest = statements[...]
        while !rest.isEmpty {
            // Outside a transaction they would commit alone.
            guard connection.transaction != .none else { throw .engine(.outside) }
            counts += try results(of: rest.prefix(PostgresSession.longestPipeline)).map(\.changed)
            rest = rest.dropFirst(PostgresSession.longestPipeline)
        }
        return counts
    }

    /// Runs statements in one round trip, and prepares those that are not prepared yet in the same one.
    func results(of all: ArraySlice<SQL>) throws(DatabaseError) -> [LibPQResult] {
        try checkRunning()
        let parameters = try all.map { sql throws(DatabaseError) in Parameters(try sql.bindings(sealedBy: sealer)) }
        let done: LibPQConnection.PipelineResult
        do throws(ServerFailure) {
            var (piped, new): ([PipedStatement], [(index: Int, key: StatementNames.Key)]) = ([], [])
            for (index, (sql, parameters)) in zip(all, parameters).enumerated() {
                let key = StatementNames.Key(place: number, template: sql.template, types: parameters.types)
                let known = statements.statement(key)
                if known == nil {
                    try makeRoom()
                    new.append((index, key))
                }
                let statement = known ?? keep(statements.next(), of: sql, as: key)
                if statement.changesWatched { hasChangedWatched = true }
                let preparation = known == nil ? (dialect.text(of: sql), parameters.types) : nil
                piped.append(PipedStatement(name: statement.name, preparation: preparation, parameters: parameters))
            }
            done = try connection.run(pipeline: piped, deadline: nextDeadline)
            if let failure = done.failure {
                // These were not prepared.
                let first = done.results.count + (failure.isOfPreparation ? 0 : 1)
                for (index, key) in new where index >= first { statements.forget(key) }
            }
        } catch { throw failed(error) }
        if let failure = done.failure { throw failed(failure.reason, of: all[all.startIndex + done.results.count]) }
        return done.results
    }
}
