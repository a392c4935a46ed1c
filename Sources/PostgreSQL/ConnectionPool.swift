import Coordination
import Glibc
import Relational

/// The connections of this process to one PostgreSQL server, which all its databases share.
///
/// The threads are limited, and each borrows at most one connection, so the connections are limited as well. A database
/// that finds no free thread waits for its turn. See decision 0114.
package final class ConnectionPool: Sendable {
    /// The most connections for each kind of work. One more serves long reads, for one database at a time.
    package struct Limits: Hashable, Sendable {
        /// Of transactions that write.
        package var writers: Int
        /// Of urgent and other reads together, without the kept ones.
        package var readers: Int
        /// How many more connections either lane leaves to the other.
        package var kept: Int
        /// How long a transaction may wait for its next statement.
        package var idle: Duration
        /// How long a read may run statements on its snapshot.
        package var snapshot: Duration
        /// How long the server may take for a statement that writes, or for a commit. Then the connection is given up:
        /// the server may be gone without a trace.
        package var answer: Duration
        /// How long a statement that writes may wait for a row that another transaction has locked, such as one of
        /// another FairKit server. It is shorter than `answer`.
        package var lock: Duration

        /// By default, as many readers as a server with as many processors can use, and times that suit statements over
        /// a few hundred rows.
        package init(
            writers: Int = 8, readers: Int = 2 * sysconf(Int32(_SC_NPROCESSORS_ONLN)), kept: Int = 2,
            idle: Duration = .seconds(10), snapshot: Duration = Snapshot.longest, answer: Duration = .seconds(10),
            lock: Duration = .seconds(5)
        ) {
            self.idle = idle
            self.snapshot = snapshot
            self.answer = answer
            self.lock = lock
            self.writers = max(writers, 1)
            self.readers = max(readers, 1)
            self.kept = max(kept, 0)
        }

        /// All of them together.
        package var all: Int { writers + readers + kept + 1 }
    }

    /// How long a connection may be idle.
    private static let idleTimeout = Duration.seconds(60)

    /// The most connections and the longest times.
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
        let connector = Connector(address: address, password: password, limits: limits)
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

    /// A connection apart from the pool, which serves no database.
    /// - Throws: at once while the server is down: an attempt follows the last one only after a pause.
    func connectApart() throws(DatabaseError) -> sending PostgresSession { try connector.connect() }

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
        writing.closeUnused(for: ConnectionPool.idleTimeout) + reading.closeUnused(for: ConnectionPool.idleTimeout)
    }

    /// The connections of the pool at this moment that no database uses, and the most that were used at one moment.
    package var counts: (idle: Int, mostUsed: Int) {
        let (writing, reading) = (writing.counts, reading.counts)
        return (writing.idle + reading.idle, writing.mostBorrowed + reading.mostBorrowed)
    }
}
