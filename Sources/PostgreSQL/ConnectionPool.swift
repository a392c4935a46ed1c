import Coordination
import Glibc
import Relational
import Synchronization

/// The connections of this process to one PostgreSQL server, which all its databases share.
///
/// The threads are limited, and each borrows at most one connection, so the connections are limited as well. A database
/// that finds no free thread waits for its turn. See decision 0114.
package final class ConnectionPool: Sendable {
    /// The most connections for each kind of work. One more serves long reads, for one database at a time.
    package struct Limits: Hashable, Sendable {
        package var writers: Int
        /// Of urgent and other reads together, without the kept ones.
        package var readers: Int
        /// How many more connections either lane leaves to the other.
        package var kept: Int
        /// How long a transaction may wait for its next statement.
        package var idle: Duration
        /// How long a read may run statements on its snapshot.
        package var snapshot: Duration

        package init(
            writers: Int = 8, readers: Int = 2 * sysconf(Int32(_SC_NPROCESSORS_ONLN)), kept: Int = 2,
            idle: Duration = .seconds(10), snapshot: Duration = Snapshot.longest
        ) {
            self.idle = idle
            self.snapshot = snapshot
            self.writers = max(writers, 1)
            self.readers = max(readers, 1)
            self.kept = max(kept, 0)
        }

        /// All of them together.
        package var all: Int { writers + readers + kept + 1 }
    }

    /// How long a connection may be idle.
    private static let patience = Duration.seconds(60)

    package let limits: Limits
    private let connector: Connector
    let writing: SessionPool
    let reading: SessionPool
    let writingThreads: ReadingThreads
    let readingThreads: ReadingThreads
    let longReads = BlockingThread()

    /// It connects when a connection is needed.
    package init(_ address: PostgresAddress, password: String?, limits: Limits = Limits()) {
        self.limits = limits
        let connector = Connector(address: address, password: password, idle: limits.idle)
        self.connector = connector
        writing = SessionPool { () throws(DatabaseError) in
            let session = try connector.connect()
            try session.planForWrites()
            return session
        }
        reading = SessionPool { () throws(DatabaseError) in try connector.connect() }
        writingThreads = ReadingThreads(width: limits.writers)
        readingThreads = ReadingThreads(width: limits.readers + limits.kept, kept: limits.kept)
    }

    /// A connection apart from the pool, each statement of which reads a snapshot of its own.
    func connectForLongReads(_ user: SessionUser) throws(DatabaseError) -> DedicatedReader.Opened {
        let session = try connector.connect()
        // If this process gives up the connection, the server ends the statement.
        try session.control("SET default_transaction_read_only = on; SET client_connection_check_interval = 2000")
        try session.enter(user)
        let interruption = session.interruption
        return DedicatedReader.Opened(ReadTransaction(session)) { interruption.set() }
    }

    /// Lends a connection apart from the pool to a closure, as the user that connects, who owns all schemas. It blocks.
    package func owning<T>(_ body: (PostgresSession) throws(SchemaError) -> T) throws(SchemaError) -> T {
        let session: PostgresSession
        do throws(DatabaseError) { session = try connector.connect() } catch { throw .database(error) }
        return try body(session)
    }

    /// Closes connections that were idle for a minute, except the last ones used.
    /// - Returns: how many.
    package func closeUnused() -> Int {
        writing.closeUnused(for: ConnectionPool.patience) + reading.closeUnused(for: ConnectionPool.patience)
    }

    /// The connections of the pool at this moment that no database uses, and the most that were used at one moment.
    package var counts: (idle: Int, mostUsed: Int) {
        let (writing, reading) = (writing.counts, reading.counts)
        return (writing.idle + reading.idle, writing.mostBorrowed + reading.mostBorrowed)
    }
}

/// Makes connections, and waits after a failure.
private final class Connector: Sendable {
    private let address: PostgresAddress
    private let password: String?
    private let idle: Duration
    private let state = Mutex((backoff: Backoff(), failure: DatabaseError.closed))

    init(address: PostgresAddress, password: String?, idle: Duration) {
        self.idle = idle
        self.address = address
        self.password = password
    }

    /// - Throws: a failure of the kind `unavailable`.
    func connect() throws(DatabaseError) -> sending PostgresSession {
        let refusal = state.withLock { state in state.backoff.allows(at: .now) ? nil : state.failure }
        if let refusal { throw refusal }
        do throws(DatabaseError) {
            let session = try PostgresSession(address, password: password)
            try session.prepareForPool(idle: idle)
            state.withLock { $0.backoff.succeeded() }
            return session
        } catch {
            let failure = error.asUnavailable
            state.withLock { state in
                state.backoff.failed(at: .now)
                state.failure = failure
            }
            throw failure
        }
    }
}

extension DatabaseError {
    /// The failure to connect, as the failure of a statement.
    fileprivate var asUnavailable: DatabaseError {
        guard case .engine(let failure) = self else { return self }
        return .engine(EngineFailure(kind: .unavailable, code: failure.code, message: failure.message))
    }
}
