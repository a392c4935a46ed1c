package import Relational

/// One connection to a PostgreSQL server, which ends with it.
///
/// Unlike with SQLite, every failed statement dooms the transaction: until a rollback, the server accepts no other. Its
/// first failure is kept, and thrown by all that follow.
package final class PostgresSession: EngineSession {
    /// How many milliseconds a statement of `briefly` may take.
    private static let briefly: Int64 = 20

    private let connection: LibPQConnection
    private let dialect = PostgresDialect()
    private var statements = StatementNames()
    /// Seals and unseals the columns of the tenant whose schema the session uses; without it they can't be used.
    package var sealer: (any ColumnSealer)?
    /// When the transaction runs no more statements.
    private var deadline: ContinuousClock.Instant?
    /// After how many milliseconds the server interrupts a statement; 0: never.
    private var timeout: Int64 = 0
    private var isBrief = false
    /// What the session serves; nil: its own role, or it is not known.
    private var user: SessionUser?
    /// The numbers of all that it has served, for the names of statements.
    private var numbers: [SessionUser: Int] = [:]
    /// The number of what it serves.
    private var number = 0
    /// Whether it began to serve this user in this transaction: a rollback takes that back.
    private var hasEntered = false
    /// Whether this transaction has changed a watched table.
    private(set) var hasChangedWatched = false
    /// The server's timeline, if the session was prepared for a pool. It changes when a standby takes over.
    private(set) var timeline = ""
    /// Why the transaction can't be committed.
    package private(set) var failure: DatabaseError?
    /// The failure of the database's disk is the server's to handle: it has no reserve.
    package var isDiskFull: Bool { false }

    /// Connects to the first server that can be reached and accepts writes. It blocks, for some seconds at most.
    /// - Throws: a failure of the kind `cannotOpen`.
    package init(_ address: PostgresAddress, password: String?) throws(DatabaseError) {
        do throws(ServerFailure) {
            connection = try LibPQConnection(address.settings(password: password))
        } catch { throw DatabaseError(error) }
        guard connection.serverVersion >= 150_000 else { throw .refused("it is older than PostgreSQL 15") }
        guard connection.reported("server_encoding") == "UTF8" else {
            throw .refused("its encoding is not UTF8; create the database with ENCODING 'UTF8' TEMPLATE template0")
        }
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

    package func run(_ sql: SQL) throws(DatabaseError) -> Int {
        // Outside a transaction it would commit alone.
        guard connection.transaction != .none else { throw .engine(.outside) }
        return try answer(to: sql).changed
    }

    package func control(_ sql: SQL) throws(DatabaseError) { _ = try send(dialect.text(of: sql)) }

    /// Gives up the connection from another thread.
    var interruption: Interruption { connection.interruption }

    /// Whether it is connected, and in no transaction.
    var isIdle: Bool { connection.transaction == .none }

    /// How many users it has served.
    var usersServed: Int { numbers.count }
}

extension PostgresSession {
    /// Begins a transaction that writes. Each statement sees all that was committed before it.
    package func begin() throws(DatabaseError) { _ = try begin(writing) }

    /// The same, for a user.
    /// - Parameter head: a statement that follows at once, in the same round trip.
    /// - Returns: the first column of its first row.
    func begin(for user: SessionUser, then head: String) throws(DatabaseError) -> String? {
        try begin(writing, as: user, then: head).firstText
    }

    /// Begins a transaction that reads one snapshot.
    /// - Parameter time: how long it may run statements; the server interrupts one that takes longer. nil: for ever.
    package func beginReading(for time: Duration? = nil) throws(DatabaseError) {
        _ = try begin(reading, within: time)
    }

    /// The same, for a user.
    func beginReading(for user: SessionUser, within time: Duration) throws(DatabaseError) {
        _ = try begin(reading, within: time, as: user)
    }

    /// Serves a user from now on, outside a transaction.
    func enter(_ user: SessionUser) throws(DatabaseError) {
        guard user != self.user else { return }
        forget()
        _ = try send(user.place.entering)
        serve(user)
    }

    private var writing: String { "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE" }
    private var reading: String { "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY" }

    private func begin(
        _ text: String, within time: Duration? = nil, as user: SessionUser? = nil, then last: String? = nil
    ) throws(DatabaseError) -> LibPQResult {
        failure = nil
        hasChangedWatched = false
        timeout = time.map { max(1, Int64($0 / .milliseconds(1))) } ?? 0
        deadline = time.map { .now + $0 }
        hasEntered = user != nil && user != self.user
        var parts = [text]
        if let user, hasEntered {
            forget()
            parts.append(user.place.entering)
        }
        if timeout != 0 { parts.append(limiting(timeout)) }
        if let last { parts.append(last) }
        let result = try send(parts.joined(separator: "; "))
        if let user, hasEntered { serve(user) }
        return result
    }

    private func serve(_ user: SessionUser) {
        self.user = user
        number = numbers[user] ?? numbers.count + 1
        numbers[user] = number
    }

    private func forget() {
        user = nil
        number = 0
    }

    /// The server counts from the beginning of each statement.
    private func limiting(_ milliseconds: Int64) -> String { "SET LOCAL statement_timeout = \(milliseconds)" }

    /// Commits the transaction. Since no statement has failed, an answer without an error means that it is committed.
    /// - Throws: why it can't be committed; then it is rolled back. `undecided` if the server's answer was lost.
    package func commit() throws(DatabaseError) {
        if let failure {
            try? rollBack()
            throw failure
        }
        guard connection.transaction == .open else { throw .engine(.outside) }
        do throws(ServerFailure) {
            try connection.control("COMMIT")
            hasEntered = false
        } catch .lost(let reason) {
            throw .engine(EngineFailure(kind: .undecided, code: "PostgreSQL", message: reason))
        } catch {
            if hasEntered { forget() }
            throw DatabaseError(error)
        }
    }

    /// Takes back all changes of the transaction.
    package func rollBack() throws(DatabaseError) {
        failure = nil
        if hasEntered { forget() }
        hasEntered = false
        _ = try send("ROLLBACK")
    }

    /// How long the server may take to end an interrupted statement, or a transaction. Then the session is unavailable.
    package var patience: Duration {
        get { connection.patience }
        set { connection.patience = newValue }
    }

    /// How long the server may take for a statement of a transaction that writes. Then the session is unavailable.
    package var longest: Duration {
        get { connection.longest }
        set { connection.longest = newValue }
    }

    /// The closure runs in a savepoint, since a statement that is interrupted would doom the transaction.
    package func briefly(_ body: () throws(DatabaseError) -> Void) throws(DatabaseError) {
        _ = try send("SAVEPOINT brief; \(limiting(PostgresSession.briefly))")
        isBrief = true
        defer { isBrief = false }
        do throws(DatabaseError) { try body() } catch {
            _ = try send("ROLLBACK TO brief; RELEASE brief")
            throw error
        }
        _ = try send("\(limiting(timeout)); RELEASE brief")
    }
}

extension PostgresSession {
    /// Runs a statement of transaction control.
    private func send(_ text: String) throws(DatabaseError) -> LibPQResult {
        let result: LibPQResult
        do throws(ServerFailure) {
            result = try connection.control(text)
        } catch { throw failed(error) }
        // A rollback to a savepoint has taken back what failed.
        if connection.transaction == .open { failure = nil }
        return result
    }

    private func answer(to sql: SQL) throws(DatabaseError) -> LibPQResult {
        if let failure { throw failure }
        if let deadline, deadline <= .now { throw failed(.interrupted) }
        let parameters = Parameters(try sql.bindings(sealedBy: sealer))
        do throws(ServerFailure) {
            let statement = try prepared(sql, parameters.types)
            if statement.changesWatched { hasChangedWatched = true }
            return try connection.run(prepared: statement.name, parameters, deadline: nextDeadline)
        } catch { throw failed(error, of: sql) }
    }

    private func prepared(_ sql: SQL, _ types: [UInt32]) throws(ServerFailure) -> StatementNames.Statement {
        let key = StatementNames.Key(place: number, template: sql.template, types: types)
        if let statement = statements.statement(key) { return statement }
        let unneeded = statements.removeOldest()
        if !unneeded.isEmpty {
            try connection.control(unneeded.map { "DEALLOCATE \($0)" }.joined(separator: "; "))
        }
        let name = statements.next()
        try connection.prepare(name, text: dialect.text(of: sql), types: types, deadline: nextDeadline)
        return statements.keep(name, changesWatched: user?.watched.areChanged(by: sql) ?? false, as: key)
    }

    private var nextDeadline: ContinuousClock.Instant? {
        guard isBrief else { return deadline }
        let brief = ContinuousClock.now + .milliseconds(PostgresSession.briefly)
        return deadline.map { min($0, brief) } ?? brief
    }

    /// Notes a failure that dooms the transaction.
    private func failed(_ failure: ServerFailure, of sql: SQL? = nil) -> DatabaseError {
        let error = DatabaseError(failure, of: sql)
        if connection.transaction != .none { self.failure = self.failure ?? error }
        return error
    }
}

extension DatabaseError {
    fileprivate static func refused(_ reason: String) -> DatabaseError {
        .engine(EngineFailure(kind: .cannotOpen, code: "PostgreSQL", message: "the database can't be used: \(reason)"))
    }
}

extension EngineFailure {
    /// A statement that writes, or a commit, outside a transaction.
    fileprivate static let outside = EngineFailure(
        kind: .unavailable, code: "PostgreSQL", message: "there is no transaction")
}

extension PostgresSession {
    /// Prepares a new session for many users, and finds out the server's timeline.
    func prepareForPool() throws(DatabaseError) {
        // If this process hangs in a transaction that writes, the others shall not wait for it.
        let text = "SET idle_in_transaction_session_timeout = 10000; "
        timeline = try send("\(text)SELECT substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)").firstText ?? ""
    }
}
