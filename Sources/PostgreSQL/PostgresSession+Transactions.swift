package import Relational

extension PostgresSession {
    /// Begins a transaction that writes. Each statement sees all that was committed before it.
    package func begin() throws(DatabaseError) { try begin(writing) }

    /// The same, for a user.
    /// - Parameter mark: its statements follow at once, in the same round trip.
    func begin(for user: SessionUser, marked mark: TransactionMark?) throws(DatabaseError) {
        try begin(writing, as: user, marked: mark)
    }

    /// Begins a transaction that reads one snapshot.
    /// - Parameter time: how long it may run statements; the server interrupts one that takes longer. nil: for ever.
    package func beginReading(for time: Duration? = nil) throws(DatabaseError) {
        try begin(reading, within: time)
    }

    /// The same, for a user.
    func beginReading(for user: SessionUser, within time: Duration) throws(DatabaseError) {
        try begin(reading, within: time, as: user)
    }

    /// Serves a user from now on, outside a transaction.
    func enter(_ user: SessionUser) throws(DatabaseError) {
        guard user != self.user else { return }
        forget()
        _ = try send(user.location.entering)
        serve(user)
    }

    private var writing: String { "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE" }
    private var reading: String { "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" }

    private func begin(
        _ text: String, within time: Duration? = nil, as user: SessionUser? = nil, marked mark: TransactionMark? = nil
    ) throws(DatabaseError) {
        failure = nil
        changedWatched = []
        isWriting = text == writing
        timeout = time.map { max(1, Int64($0 / .milliseconds(1))) } ?? 0
        deadline = time.map { .now + $0 }
        hasEntered = user != nil && user != self.user
        if let mark, !hasEntered, timeout == 0 {
            // No answer is awaited: the first statement of a closure needs one.
            let statements = mark.statements
            try pipe(SQL(stringLiteral: text), isLast: false)
            for (index, sql) in statements.enumerated() { try pipe(sql, isLast: index == statements.count - 1) }
            return
        }
        var parts = [text]
        if let user, hasEntered {
            forget()
            parts.append(user.location.entering)
        }
        if timeout != 0 { parts.append(limiting(timeout)) }
        if let mark { parts += mark.texts }
        _ = try send(parts.joined(separator: "; "))
        if let user, hasEntered { serve(user) }
    }

    private func serve(_ user: SessionUser) {
        self.user = user
        sealer = user.sealer
        number = numbers[user] ?? numbers.count + 1
        numbers[user] = number
    }

    private func forget() {
        user = nil
        sealer = RefusingSealer()
        number = 0
    }

    /// The server counts from the beginning of each statement.
    func limiting(_ milliseconds: Int64) -> String { "SET LOCAL statement_timeout = \(milliseconds)" }

    /// Commits the transaction, in one round trip with the statements that are under way. Since no statement has failed, an
    /// answer without an error means that it is committed.
    /// - Throws: why it can't be committed; then it is rolled back. `undecided` if the server's answer was lost or does not
    ///   tell, or if the commit may be lost by a failover.
    package func commit() throws(DatabaseError) {
        if let failure {
            try? rollBack()
            throw failure
        }
        guard connection.transaction == .open else { throw .engine(.outside) }
        let warnings = connection.warnings
        let refusal: DatabaseError?
        do throws(ServerFailure) {
            refusal = try commitInPipeline()
            // It no longer waited for its standby, since another session cancelled it: only this server has it.
            if refusal == nil, connection.warnings != warnings {
                throw .lost("a commit was cancelled while it waited for a standby")
            }
        } catch .lost(let reason) {
            throw .engine(EngineFailure(kind: .undecided, code: "PostgreSQL", message: reason))
        } catch .statement(let state, _, _, _) where state.leavesCommitOpen {
            // Like one whose answer was lost.
            connection.giveUp()
            let message = "the server failed while it committed"
            throw .engine(EngineFailure(kind: .undecided, code: "SQLSTATE \(state.rawValue)", message: message))
        } catch {
            if hasEntered { forget() }
            throw DatabaseError(error)
        }
        if let refusal {
            try? rollBack()
            throw refusal
        }
        hasEntered = false
    }

    /// - Returns: why a statement under way failed; then nothing is committed.
    private func commitInPipeline() throws(ServerFailure) -> DatabaseError? {
        guard !underWay.isEmpty else {
            try connection.control("COMMIT")
            return nil
        }
        do throws(DatabaseError) { try pipe("COMMIT", isLast: false) } catch {
            // It may have reached the server.
            guard !isLost else { throw .lost("the connection broke") }
            return error
        }
        let before = underWay.dropLast()
        let done = try pipedAnswers(by: .now + answerTimeout)
        guard let failure = done.failure else { return nil }
        guard done.results.count < before.count else { throw failure.reason }
        return failed(failure.reason, of: before[done.results.count].sql)
    }

    /// Takes back all changes of the transaction.
    package func rollBack() throws(DatabaseError) {
        // Their failures are taken back, too.
        _ = try? pipedAnswers(by: .now + answerTimeout)
        failure = nil
        if hasEntered { forget() }
        hasEntered = false
        _ = try send("ROLLBACK")
    }

    /// How long the server may take to end an interrupted statement, or a transaction. Then the session is unavailable.
    package var answerTimeout: Duration {
        get { connection.answerTimeout }
        set { connection.answerTimeout = newValue }
    }

    /// How long the server may take for a statement of a transaction that writes. Then the session is unavailable.
    package var longest: Duration {
        get { connection.longest }
        set { connection.longest = newValue }
    }
}
