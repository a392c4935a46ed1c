import Glibc
package import Relational
import Synchronization

/// An open encrypted file: one writer with group commit, and a few readers.
///
/// An acknowledged write is durable: `write` returns after the commit's fsync.
package final class Database: Sendable {
    let writer: Writer
    private let readers: Readers
    private let dedicatedReader: DedicatedReader
    package let path: String
    let key: CipherKey

    private init(writer: Writer, readers: Readers, path: String, key: CipherKey) {
        self.writer = writer
        self.readers = readers
        self.path = path
        self.key = key
        dedicatedReader = DedicatedReader(path: path, key: key, keepsLog: writer.anchor != nil)
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
        // A refused file leaves everything as it is: no log is created, and an existing one is kept.
        var log = stat()
        let hasLog = unsafe stat(path + "-wal", &log) == 0 && log.st_size > 0
        var writing = try WriteTransaction.open(
            path: path, key: key, newestVersion: migrations.count, keepsLog: anchor != nil && hasLog)
        writing.sqlite.watch(observer.watchedTables)
        let anchor = anchor.map { CommitAnchor(path: $0, log: path + "-wal") }
        anchor?.begin()
        if emptyingLog {
            do { _ = try writing.sqlite.emptyLog(anchor) } catch { throw .database(path: path, error) }
        }
        try writing.migrate(migrations, path: path)
        writing.use(seal)
        if let preparing { try writing.prepare(path: path, preparing) }
        let keepsLog = anchor != nil
        let readers = try Readers(max(readerCount, 1) + kept, kept: kept, threads: threads, observer: observer) {
            () throws(OpeningError) in try ReadTransaction.openAnother(path: path, key: key, keepsLog: keepsLog)
        }
        if anchor != nil { writing.sqlite.keepLog(true) }
        return Database(
            writer: Writer(writing, reserve: reserve, anchor: anchor, observer: observer),
            readers: readers, path: path, key: key)
    }

    /// Runs a closure in a transaction and returns its value after the commit.
    ///
    /// The closure may run twice: if another closure of its group throws, each is retried alone. So it has no side
    /// effects, and expected outcomes are returned, not thrown: only a throw rolls back.
    package func write<T: Sendable>(
        lane: Lane = .normal,
        _ body: @escaping @Sendable (borrowing WriteTransaction) throws(DatabaseError) -> T
    ) async throws(DatabaseError) -> T {
        try await perform(body) { writer.submit($0, lane: lane) }
    }

    /// Runs a closure on a snapshot.
    package func read<T: Sendable>(
        lane: ReadingLane = .normal,
        _ body: @escaping @Sendable (borrowing ReadTransaction) throws(DatabaseError) -> T
    ) async throws(DatabaseError) -> T {
        try await perform(body) { readers.submit($0, in: lane) }
    }

    /// Commits an unchanged page, to find out whether the disk accepts writes.
    package func tryWriting() async throws(DatabaseError) {
        try await write(lane: .urgent) { (tx) throws(DatabaseError) in
            let version = try tx.number("PRAGMA user_version")
            try tx.sqlite.execute("PRAGMA user_version = \(version)")
        }
    }

    /// The numbers of waiting reads and writes.
    package var load: DatabaseLoad {
        DatabaseLoad(writesWaiting: writer.waiting, readsWaiting: readers.waiting, allowed: Writer.capacity)
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

    /// Runs a long-running closure on a connection of its own; every statement in it is a snapshot of its own.
    package func readOnDedicatedConnection<T: Sendable>(
        _ body: @escaping @Sendable (borrowing ReadTransaction) throws(DatabaseError) -> T
    ) async throws(DatabaseError) -> T {
        try await perform(body) { dedicatedReader.submit($0) }
    }

    /// When the WAL was last copied into the file, in milliseconds since 1970; nil: never since it was opened.
    package var lastCheckpoint: Int64? { writer.lastCheckpoint.withLock { $0 } }

    /// Refuses new work, finishes queued work, and closes the file: readers first, then the writer. It blocks.
    /// - Parameters:
    ///   - awaitingLongReads: whether to wait for `readOnDedicatedConnection` as well. A check of the structure can't
    ///     be interrupted; a process that exits need not wait for it.
    ///   - last: the last write, after all others.
    package func close(
        awaitingLongReads: Bool = true,
        last: (@Sendable (borrowing WriteTransaction) throws(DatabaseError) -> Void)? = nil
    ) {
        dedicatedReader.refuse()
        readers.close()
        // The writer closes last and deletes the WAL.
        if awaitingLongReads { dedicatedReader.close() }
        writer.close(last: last.map { Job(perform: $0, answer: { _ in }) })
    }

    func perform<T: Sendable, Access>(
        _ body: @escaping @Sendable (borrowing Connection<Access>) throws(DatabaseError) -> T,
        submit: (Job<Access>) -> Void
    ) async throws(DatabaseError) -> T {
        let result: Result<T, DatabaseError> = await withCheckedContinuation { continuation in
            let kept = Kept<T>()
            submit(
                Job(
                    perform: { (connection) throws(DatabaseError) in
                        kept.value.withLock { $0 = nil }
                        let value = try body(connection)
                        kept.value.withLock { $0 = value }
                    },
                    answer: { error in
                        if let error {
                            continuation.resume(returning: .failure(error))
                        } else if let value = kept.value.withLock({ $0 }) {
                            continuation.resume(returning: .success(value))
                        } else {
                            continuation.resume(returning: .failure(.closed))
                        }
                    }))
        }
        return try result.get()
    }
}

/// Carries a closure's value from its run to its commit.
private final class Kept<T: Sendable>: Sendable {
    let value = Mutex<T?>(nil)
}
