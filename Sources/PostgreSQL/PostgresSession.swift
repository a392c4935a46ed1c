package import Relational

/// One connection to a PostgreSQL server, which ends with it.
///
/// Unlike with SQLite, every failed statement dooms the transaction: until a rollback, the server accepts no other. Its
/// first failure is kept, and thrown by all that follow.
package final class PostgresSession: EngineSession {
    /// How many milliseconds a statement of `briefly` may take.
    static let briefly: Int64 = 20

    let connection: LibPQConnection
    let dialect = PostgresDialect()
    var statements = StatementNames()
    /// Seals and unseals the columns of the tenant whose schema the session uses. Until it is set, it refuses.
    package var sealer: any ColumnSealer = RefusingSealer()
    package var sealsColumns: Bool { true }
    /// Statements that the server got, and whose answers are read with the next one that is needed, at the latest with that
    /// of the commit.
    var underWay: [SentStatement] = []
    var bytesUnderWay = 0
    /// When the transaction runs no more statements.
    var deadline: ContinuousClock.Instant?
    /// After how many milliseconds the server interrupts a statement; 0: never.
    var timeout: Int64 = 0
    var isBrief = false
    /// Whether the transaction writes.
    var isWriting = false
    /// The user that the session serves; nil: its own role, or it is not known.
    var user: SessionUser?
    /// The numbers of all that it has served, for the names of statements.
    var numbers: [SessionUser: Int] = [:]
    /// The number of what it serves.
    var number = 0
    /// Whether it began to serve this user in this transaction: a rollback takes that back.
    var hasEntered = false
    /// The groups of which this transaction has changed a watched table.
    var changedWatched: WatchedTables.Groups = []
    /// Why the transaction can't be committed.
    package internal(set) var failure: DatabaseError?
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

    package func control(_ sql: SQL) throws(DatabaseError) {
        try settle()
        _ = try send(dialect.text(of: sql))
    }

    /// Gives up the connection from another thread.
    var interruption: Interruption { connection.interruption }

    /// Whether it is connected, and in no transaction.
    var isIdle: Bool { connection.transaction == .none }

    /// Whether the connection broke, or was given up.
    var isLost: Bool { connection.transaction == .lost }

    /// How many users it has served.
    var usersServed: Int { numbers.count }
}

extension PostgresSession {
    /// Runs a statement of transaction control.
    func send(_ text: String) throws(DatabaseError) -> LibPQResult {
        let result: LibPQResult
        do throws(ServerFailure) {
            result = try connection.control(text)
        } catch { throw failed(error) }
        // A rollback to a savepoint has taken back what failed.
        if connection.transaction == .open { failure = nil }
        return result
    }

    /// - Throws: why the transaction runs no more statements.
    func checkRunning() throws(DatabaseError) {
        if let failure { throw failure }
        if let deadline, deadline <= .now { throw failed(.interrupted) }
    }

    var nextDeadline: ContinuousClock.Instant? {
        guard isBrief else { return deadline }
        let brief = ContinuousClock.now + .milliseconds(PostgresSession.briefly)
        return deadline.map { min($0, brief) } ?? brief
    }

    /// Notes a failure that dooms the transaction.
    func failed(_ failure: ServerFailure, of sql: SQL? = nil) -> DatabaseError {
        let error = DatabaseError(failure, of: sql, isWriting: isWriting && !isBrief)
        // A server has become a standby: the next connection leads to the one that accepts writes.
        if isWriting, case .statement(let state, _, _, _) = failure, state.isReadOnly { connection.giveUp() }
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
    static let outside = EngineFailure(
        kind: .unavailable, code: "PostgreSQL", message: "there is no transaction")
}
