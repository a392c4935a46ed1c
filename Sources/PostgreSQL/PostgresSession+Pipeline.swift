package import Relational

/// A statement with its parameters, sealed where they have to be.
struct BoundStatement {
    let sql: SQL
    let parameters: Parameters
}

extension PostgresSession {
    /// The most statements that wait: fewer than a connection keeps, so that it forgets none that it is about to run.
    private static let mostWaiting = 256
    /// The most bytes of values that wait.
    private static let mostBytesWaiting = 1 << 20

    package func run(_ sql: SQL) throws(DatabaseError) {
        try checkOpen()
        try checkRunning()
        let bound = try bound(sql)
        if changesWatched(bound) { hasChangedWatched = true }
        waiting.append(bound)
        bytesWaiting += bound.parameters.bytes.count
        if waiting.count >= PostgresSession.mostWaiting || bytesWaiting >= PostgresSession.mostBytesWaiting {
            try settle()
        }
    }

    package func settle() throws(DatabaseError) {
        guard !waiting.isEmpty else { return }
        _ = try results(of: takeWaiting())
    }

    /// Outside a transaction a statement would commit alone.
    func checkOpen() throws(DatabaseError) {
        guard connection.transaction != .none else { throw .engine(.outside) }
    }

    func bound(_ sql: SQL) throws(DatabaseError) -> BoundStatement {
        BoundStatement(sql: sql, parameters: Parameters(try sql.bindings(sealedBy: sealer)))
    }

    /// The statements that wait, which are about to run or are given up.
    func takeWaiting() -> [BoundStatement] {
        defer { (waiting, bytesWaiting) = ([], 0) }
        return waiting
    }

    /// Runs statements in one round trip, and prepares those that are not prepared yet in the same one.
    func results(of all: [BoundStatement]) throws(DatabaseError) -> [LibPQResult] {
        try checkRunning()
        let done: LibPQConnection.PipelineResult
        do throws(ServerFailure) { done = try pipeline(all) } catch { throw failed(error) }
        if let failure = done.failure { throw failed(failure.reason, of: all[done.results.count].sql) }
        return done.results
    }

    /// - Parameter patience: how long the last answer is awaited, once the others are there; nil: as long as those.
    func pipeline(
        _ all: [BoundStatement], lastWithin patience: Duration? = nil
    ) throws(ServerFailure) -> LibPQConnection.PipelineResult {
        var (piped, new): ([PipedStatement], [(index: Int, key: StatementNames.Key)]) = ([], [])
        for (index, bound) in all.enumerated() {
            let key = key(of: bound)
            let known = statements.statement(key)
            if known == nil {
                try makeRoom()
                new.append((index, key))
            }
            let statement = known ?? keep(statements.next(), of: bound.sql, as: key)
            if statement.changesWatched { hasChangedWatched = true }
            let preparation = known == nil ? (dialect.text(of: bound.sql), bound.parameters.types) : nil
            piped.append(
                PipedStatement(name: statement.name, preparation: preparation, parameters: bound.parameters))
        }
        let done = try connection.run(pipeline: piped, deadline: nextDeadline, lastWithin: patience)
        if let failure = done.failure {
            // These were not prepared.
            let first = done.results.count + (failure.isOfPreparation ? 0 : 1)
            for (index, key) in new where index >= first { statements.forget(key) }
        }
        return done
    }
}
