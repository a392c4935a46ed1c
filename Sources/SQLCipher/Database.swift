import Coordination
import Glibc
package import Relational
import Synchronization

/// The engine of an encrypted file: one writer with group commit, and a few readers.
///
/// An acknowledged write is durable: `write` returns after the commit's fsync.
package final class Database: Engine {
    let writer: Writer
    let commits: GroupCommit
    private let readers: ReadPool
    private let dedicatedReader: DedicatedReader
    package let path: String
    let key: CipherKey

    private init(writer: Writer, readers: ReadPool, path: String, key: CipherKey, observer: DatabaseObserver) {
        self.writer = writer
        commits = GroupCommit(writer, observer: observer)
        self.readers = readers
        self.path = path
        self.key = key
        dedicatedReader = DedicatedReader(for: observer.holder) {
            [keepsLog = writer.anchor != nil] () throws(DatabaseError) in
            do throws(OpeningError) {
                let connection = try ReadTransaction.openForLongReads(path: path, key: key, keepsLog: keepsLog)
                connection.sqlite.observe(by: observer)
                let deadline = connection.sqlite.deadline
                return DedicatedReader.Opened(connection) { deadline.end(within: 0) }
            } catch { throw .sqlite(.cannotOpen, message: error.description) }
        }
    }

    /// Creates an encrypted file with the newest schema.
    /// - Parameter filling: writes its first content.
    /// - Throws: `OpeningError.exists` if the file exists.
    package static func create(
        path: String, key: CipherKey, migrations: [Migration],
        filling: (borrowing WriteTransaction) throws(DatabaseError) -> Void = { _ throws(DatabaseError) in }
    ) throws(OpeningError) {
        let connection = try WriteTransaction.create(path: path, key: key)
        try connection.migrate(migrations, path: path)
        do throws(DatabaseError) {
            try connection.sqlite.begin()
            try filling(connection)
            try connection.sqlite.commit()
        } catch { throw .database(path: path, error) }
    }

    /// Opens a file and migrates its schema to the newest version. If anything does not fit, it fails and changes
    /// nothing.
    /// - Parameters:
    ///   - readerCount: how many normal reads run at the same time. One connection is opened now, the others when they
    ///     are needed.
    ///   - kept: how many more connections are reserved for urgent reads.
    ///   - threads: the threads of the reads.
    ///   - anchor: the file that notes how far the commits reach in the WAL; nil: none.
    ///   - emptyingLog: copies the WAL into the file and truncates it.
    ///   - reserve: space for critical writes when the disk is full; nil: none, and then each write that finds no room
    ///     fails.
    ///   - seal: the `seal` of write closures' connections.
    ///   - preparing: prepares the migrated file, some of it in each transaction; returns whether there is more to do.
    ///   - observer: gets the database's events.
    package static func open(
        path: String, key: CipherKey, migrations: [Migration], readerCount: Int = 2, kept: Int = 1,
        threads: ReadingThreads = .ofProcess, anchor: String? = nil, emptyingLog: Bool = false,
        reserve: DiskReserve? = nil,
        seal: (any Seal)? = nil,
        preparing: (@Sendable (borrowing WriteTransaction) throws(DatabaseError) -> Bool)? = nil,
        observer: DatabaseObserver = .none
    ) throws(OpeningError) -> Database {
        guard let thread = StandingThread() else {
            throw .system(path: path, errno: EAGAIN, reason: "the system can't create a thread for its writes")
        }
        // A refused file leaves everything as it is: no log is created, and an existing one is kept.
        var log = stat()
        let hasLog = unsafe stat(path + "-wal", &log) == 0 && log.st_size > 0
        var writing = try WriteTransaction.open(
            path: path, key: key, newestVersion: migrations.count, keepsLog: anchor != nil && hasLog)
        writing.sqlite.watch(observer.watchedTables)
        writing.sqlite.observe(by: observer)
        let anchor = anchor.map { CommitAnchor(path: $0, log: path + "-wal", salt: key.salt) }
        anchor?.begin()
        if emptyingLog {
            do { _ = try writing.sqlite.emptyLog(anchor) } catch { throw .database(path: path, error) }
        }
        try writing.migrate(migrations, path: path)
        writing.use(seal)
        if let preparing { try writing.prepare(path: path, preparing) }
        let keepsLog = anchor != nil
        let readers = (0..<max(readerCount, 1) + kept).map { _ in
            Reader { () throws(OpeningError) in
                let connection = try ReadTransaction.openAnother(path: path, key: key, keepsLog: keepsLog)
                connection.sqlite.observe(by: observer)
                return connection
            }
        }
        // The pool uses this one first.
        try readers.last?.open()
        if anchor != nil { writing.sqlite.keepLog(true) }
        return Database(
            writer: Writer(writing, on: thread, reserve: reserve, anchor: anchor),
            readers: ReadPool(readers, kept: kept, threads: threads, observer: observer), path: path, key: key,
            observer: observer)
    }

    package var label: String { path }

    package func submit(_ job: Job<Writing>, lane: WriteLane) { commits.submit(job, lane: lane) }

    package func submit(_ job: Job<Reading>, in lane: ReadLane) { readers.submit(job, in: lane) }

    package func submitApart(_ job: Job<Reading>) { dedicatedReader.submit(job) }

    /// Commits an unchanged page, to find out whether the disk accepts writes: those of critical results, if it is full.
    package func tryWriting() async throws(DatabaseError) {
        try await write(lane: .critical) { (tx) throws(DatabaseError) in
            let version = try tx.number("PRAGMA user_version")
            try tx.sqlite.execute("PRAGMA user_version = \(version)")
        }
    }

    /// The numbers of waiting reads and writes.
    package var load: DatabaseLoad {
        DatabaseLoad(writesWaiting: commits.waiting, readsWaiting: readers.waiting)
    }

    /// How many reading connections are open.
    package var openReaders: Int { readers.open }

    /// Closes reading connections that were not used since the last call, except one, and the note of the commits if it
    /// was not used either. It blocks for some milliseconds.
    /// - Returns: how many connections it closed.
    package func closeUnused() -> Int {
        writer.anchor?.closeIfUnused()
        return readers.closeUnused()
    }

    /// When the WAL was last copied into the file, in milliseconds since 1970; nil: never since it was opened.
    package var lastCheckpoint: Int64? { writer.lastCheckpoint.withLock { $0 } }

    /// Refuses new work, finishes queued work, and closes the file: readers first, then the writer. It blocks.
    /// - Parameters:
    ///   - awaitingLongReads: whether to wait for `readOnDedicatedConnection` as well. A check of the structure can't
    ///     be interrupted; a process that exits need not wait for it.
    ///   - last: the last write, after all others.
    package func close(awaitingLongReads: Bool, last: Job<Writing>?) {
        dedicatedReader.refuse()
        readers.close()
        // The writer closes last and deletes the WAL.
        if awaitingLongReads { dedicatedReader.close() }
        commits.close(last: last)
    }
}
