package import Relational

/// The engine of one schema of a PostgreSQL database. It borrows the connections of a pool, which it shares with the
/// databases of other schemas.
package final class PostgresDatabase: Engine {
    private let pool: ConnectionPool
    private let location: PostgresLocation
    private let commits: GroupCommit
    private let readers: ReadPool
    private let dedicatedReader: DedicatedReader

    /// Opens a schema that exists. It blocks until the server has answered.
    /// - Parameters:
    ///   - head: a statement such as `UPDATE head SET commits = commits + 1`, with which each writing transaction begins: it
    ///     locks a row, so that writers of several servers follow one another. Then the schema has the table `writer`, too.
    ///     nil: none; then a commit whose answer was lost is undecided.
    ///   - noting: a statement with which each transaction ends that changed a watched table of the first group, so that other servers learn
    ///     of it with the change itself; nil: none.
    ///   - answerTimeout: how long the outcome of a commit is asked for whose answer was lost: twice the time in which a standby
    ///     takes over.
    ///   - seal: the `seal` of write closures' connections.
    ///   - sealer: seals the tenant's columns; by default nothing can be sealed.
    ///   - observer: gets the database's events.
    /// - Throws: a failure of the kind `cannotOpen` if the role may not use the schema, or there is none.
    package static func open(
        _ pool: ConnectionPool, at location: PostgresLocation, head: String? = nil, noting: SQL? = nil,
        answerTimeout: Duration = .seconds(25), seal: (any Seal)? = nil, sealer: any ColumnSealer = RefusingSealer(),
        observer: DatabaseObserver = .none
    ) throws(DatabaseError) -> PostgresDatabase {
        let database = PostgresDatabase(pool, location, head, noting, answerTimeout, seal, sealer, observer)
        do throws(DatabaseError) { try database.verifyLocation() } catch {
            database.close()
            throw error
        }
        return database
    }

    private init(
        _ pool: ConnectionPool, _ location: PostgresLocation, _ head: String?, _ noting: SQL?,
        _ answerTimeout: Duration,
        _ seal: (any Seal)?, _ sealer: any ColumnSealer, _ observer: DatabaseObserver
    ) {
        self.pool = pool
        self.location = location
        let user = SessionUser(location: location, watched: observer.watchedTables, sealer: sealer)
        commits = GroupCommit(
            PostgresWriter(pool, user, head: head, noting: noting, seal: seal, answerTimeout: answerTimeout),
            observer: observer)
        let (count, kept) = (pool.limits.readers + pool.limits.kept, pool.limits.kept)
        readers = ReadPool(
            (0..<count).map { _ in PostgresReader(pool, user) }, kept: kept, threads: pool.readingThreads,
            observer: observer)
        dedicatedReader = DedicatedReader(on: pool.longReads, for: observer.holder) { () throws(DatabaseError) in
            try pool.connectForLongReads(user)
        }
    }

    /// There is no current schema if it is missing, or if the role may not use it.
    private func verifyLocation() throws(DatabaseError) {
        try readBlocking { [location] (connection) throws(DatabaseError) in
            guard try connection.exists("SELECT 1 WHERE current_schema() = \(location.schema)") else {
                throw .engine(
                    EngineFailure(
                        kind: .cannotOpen, code: "PostgreSQL",
                        message: "the schema \(location.schema) is missing, or its role may not use it"))
            }
        }
    }

    package var label: String { "schema \(location.schema)" }

    package func submit(_ job: Job<Writing>, lane: WriteLane) { commits.submit(job, lane: lane) }

    package func submit(_ job: Job<Reading>, in lane: ReadLane) { readers.submit(job, in: lane) }

    package func submitApart(_ job: Job<Reading>) { dedicatedReader.submit(job) }

    package var load: DatabaseLoad { DatabaseLoad(writesWaiting: commits.waiting, readsWaiting: readers.waiting) }

    /// Every transaction that writes begins with a change of the head.
    package func tryWriting() async throws(DatabaseError) {
        try await write(lane: .urgent) { _ throws(DatabaseError) in }
    }

    package func closeUnused() -> Int { pool.closeUnused() }

    package func close(awaitingLongReads: Bool, last: Job<Writing>?) {
        dedicatedReader.refuse()
        readers.close()
        if awaitingLongReads { dedicatedReader.close() }
        commits.close(last: last)
    }
}
