package import Relational

/// A statement that was sent, and whose answer is not read yet.
struct SentStatement {
    let sql: SQL
    /// Under which it was prepared now; nil: it had been before.
    let newKey: StatementNames.Key?
}

extension PostgresSession {
    /// The most statements that are under way, so that neither their answers nor they fill a buffer.
    private static let mostUnderWay = 256
    /// The most bytes of their values.
    private static let mostBytesUnderWay = 1 << 20

    package func run(_ sql: SQL) throws(DatabaseError) {
        try checkOpen()
        try pipe(sql)
        if underWay.count >= PostgresSession.mostUnderWay || bytesUnderWay >= PostgresSession.mostBytesUnderWay {
            try settle()
        }
    }

    package func settle() throws(DatabaseError) { _ = try answers() }

    /// Outside a transaction a statement would commit alone.
    func checkOpen() throws(DatabaseError) {
        guard connection.transaction != .none else { throw .engine(.outside) }
    }

    /// Sends a statement behind those that are under way, and has it prepared if it is not.
    /// - Parameter isLast: whether none follows at once.
    func pipe(_ sql: SQL, isLast: Bool = true) throws(DatabaseError) {
        try checkRunning()
        let parameters = Parameters(try sql.bindings(sealedBy: sealer))
        let key = StatementNames.Key(location: number, template: sql.template, types: parameters.types)
        let known = statements.statement(key)
        if known == nil { try makeRoom() }
        let statement = known ?? statements.keep(changesWatched: user?.watched.changed(by: sql) ?? [], as: key)
        changedWatched.formUnion(statement.changesWatched)
        let piped = PipedStatement(
            name: statement.name, preparation: known == nil ? (dialect.text(of: sql), parameters.types) : nil,
            parameters: parameters)
        underWay.append(SentStatement(sql: sql, newKey: known == nil ? key : nil))
        bytesUnderWay += parameters.bytes.count
        do throws(ServerFailure) { try connection.pipe(piped, isLast: isLast) } catch { throw failed(error, of: sql) }
    }

    /// The answers to all statements under way.
    /// - Throws: why one of them failed. None that follows it has run.
    func answers() throws(DatabaseError) -> [LibPQResult] {
        let sent = underWay
        guard !sent.isEmpty else { return [] }
        try checkRunning()
        let done: PipelineResult
        do throws(ServerFailure) { done = try pipedAnswers(by: connection.end(after: nextDeadline)) } catch {
            throw failed(error)
        }
        if let failure = done.failure { throw failed(failure.reason, of: sent[done.results.count].sql) }
        return done.results
    }

    /// The same, whether one failed or not.
    func pipedAnswers(by end: ContinuousClock.Instant) throws(ServerFailure) -> PipelineResult {
        let sent = underWay
        (underWay, bytesUnderWay) = ([], 0)
        guard !sent.isEmpty else { return PipelineResult() }
        let done = try connection.pipedAnswers(by: end)
        if let failure = done.failure {
            // These were not prepared.
            let first = done.results.count + (failure.isOfPreparation ? 0 : 1)
            for statement in sent[first...] {
                if let key = statement.newKey { statements.forget(key) }
            }
        }
        return done
    }

    /// Lets the server forget statements, if there are as many as a connection keeps.
    private func makeRoom() throws(DatabaseError) {
        let unneeded = statements.removeOldest()
        guard !unneeded.isEmpty else { return }
        try settle()
        _ = try send(unneeded.map { "DEALLOCATE \($0)" }.joined(separator: "; "))
    }
}
