import CSQLCipher
import Relational

/// One connection of SQLite to an encrypted file, which ends with it.
@safe final class SQLiteSession: EngineSession {
    let handle: OpaquePointer
    private let cache: StatementCache
    private let pages: UnsafeMutablePointer<Int32>
    /// When its running statements are interrupted.
    let deadline = Deadline()
    /// The unfinished copy of this file, if any. It ends before its source is closed.
    let copying = CopySlot()

    /// - Parameter handle: an open connection; the session closes it.
    init(adopting handle: OpaquePointer) {
        unsafe self.handle = unsafe handle
        cache = unsafe StatementCache(handle)
        unsafe pages = UnsafeMutablePointer<Int32>.allocate(capacity: 2)
        unsafe pages.initialize(repeating: 0, count: 2)
        unsafe sqlite3_wal_hook(
            handle,
            { context, _, _, count in
                guard let pages = unsafe context?.assumingMemoryBound(to: Int32.self) else { return SQLITE_OK }
                unsafe pages[0] = count
                unsafe pages[1] &+= 1
                return SQLITE_OK
            }, pages)
        // SQLite calls this every 100,000 virtual machine steps: at least a few times a second, and never for a short
        // query.
        unsafe sqlite3_progress_handler(
            handle, 100_000,
            { context in
                guard let context = unsafe context else { return 0 }
                return unsafe Unmanaged<Deadline>.fromOpaque(context).takeUnretainedValue().isOver ? 1 : 0
            }, Unmanaged.passUnretained(deadline).toOpaque())
    }

    deinit {
        copying.copy = nil
        cache.finalizeAll()
        unsafe sqlite3_close_v2(handle)
        unsafe pages.deallocate()
    }

    func eachRow(
        of sql: SQL, _ body: (borrowing Row) throws(DatabaseError) -> Bool
    ) throws(DatabaseError) {
        let statement = try Statement(sql, in: cache)
        while try statement.step(), try body(statement.row) {}
    }

    func exists(_ sql: SQL) throws(DatabaseError) -> Bool { try Statement(sql, in: cache).step() }

    func run(_ sql: SQL) throws(DatabaseError) { _ = try rowsChanged(by: sql) }

    func rowsChanged(by sql: SQL) throws(DatabaseError) -> Int {
        // Outside a transaction it would commit alone.
        if let end = prematureEnd { throw end }
        let statement = try Statement(sql, in: cache)
        while try statement.step() {}
        return Int(unsafe sqlite3_changes(handle))
    }

    /// A file has got everything.
    func settle() {}

    /// It stays prepared, unlike the statements of `execute`: every transaction has two of these.
    func control(_ sql: SQL) throws(DatabaseError) {
        _ = try Statement(sql, in: cache).step()
    }

    /// Runs statements that hold no values: pragmas, schema.
    func execute(_ text: String) throws(DatabaseError) {
        let code = unsafe sqlite3_exec(handle, text, nil, nil, nil)
        guard code == SQLITE_OK else { throw cache.error(code) }
    }

    func briefly(_ body: () throws(DatabaseError) -> Void) throws(DatabaseError) {
        deadline.endAtOnce()
        defer { deadline.remove() }
        try body()
    }

    var isDiskFull = false
}

extension SQLiteSession {
    /// Detects from now on which transactions change one of these tables.
    func watch(_ tables: WatchedTables) { cache.watched = tables }

    /// Passes each new statement to the observer.
    func observe(by observer: DatabaseObserver) { cache.observer = observer.prepared }

    /// The groups of which this transaction has changed a watched table.
    var changedWatched: WatchedTables.Groups { cache.changedWatched }

    /// True outside a transaction. SQLite may end one by itself, for example when the disk is full.
    var isAutocommit: Bool { unsafe sqlite3_get_autocommit(handle) != 0 }

    /// The error that SQLite has ended the transaction by itself, for example on a full disk.
    private var prematureEnd: DatabaseError? {
        isAutocommit ? .sqlite(.full, message: "the transaction was ended by SQLite") : nil
    }

    /// Begins a transaction.
    func begin() throws(DatabaseError) {
        cache.failure = nil
        cache.changedWatched = []
        try control("BEGIN IMMEDIATE")
    }

    /// Commits it.
    func commit() throws(DatabaseError) {
        try control("COMMIT")
    }

    /// Why this transaction can't be committed, though its closure succeeded. Once SQLite has ended it, later statements
    /// would commit alone.
    var failure: DatabaseError? { prematureEnd ?? cache.failure }
}

extension SQLiteSession {
    /// Pages in the WAL after this connection's last commit.
    var pagesInWAL: Int { Int(unsafe pages.pointee) }

    /// The number of commits that wrote to the WAL; a commit without changes does not.
    var commitsToWAL: Int32 { unsafe pages[1] }

    /// Copies the WAL into the file, as far as no reader prevents it.
    /// - Returns: whether all of it was copied, so that the next commit may start the WAL over.
    @discardableResult
    func checkpoint() throws(DatabaseError) -> Bool {
        var (frames, copied): (Int32, Int32) = (0, 0)
        let code = unsafe sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_PASSIVE, &frames, &copied)
        guard code == SQLITE_OK else { throw cache.error(code) }
        return frames >= 0 && frames == copied
    }

    /// The number that the file states in its first page, where SQLite has a number for applications.
    func checkpointNumber() throws(DatabaseError) -> Int64 {
        var number: Int64 = 0
        try eachRow(of: "PRAGMA application_id") { (row) throws(DatabaseError) in
            number = try row.value(0)
            return false
        }
        return number
    }

    /// Raises that number in a transaction of its own, before a checkpoint: so a file of an earlier one states a lower
    /// number.
    func raiseCheckpointNumber() throws(DatabaseError) {
        try execute("PRAGMA application_id = \((try checkpointNumber() + 1) & 0x7fff_ffff)")
    }

    /// The same, and truncates the WAL.
    /// - Parameter anchor: notified first, since otherwise it would report the truncated content as missing.
    /// - Returns: false if a reader prevented it.
    func emptyLog(_ anchor: CommitAnchor?) throws(DatabaseError) -> Bool {
        if anchor != nil { try raiseCheckpointNumber() }
        guard try checkpoint() else { return false }
        anchor?.settle(try checkpointNumber())
        let code = unsafe sqlite3_wal_checkpoint_v2(handle, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
        guard code == SQLITE_OK else { throw cache.error(code) }
        return true
    }

    /// Sets whether the WAL is kept when the last connection closes. Otherwise it is deleted.
    func keepLog(_ isKept: Bool) {
        var flag: Int32 = isKept ? 1 : 0
        // Every file that SQLite opens by itself supports it.
        unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_PERSIST_WAL, &flag)
    }

    /// The error of the last call.
    var lastError: DatabaseError {
        .sqlite(
            ResultCode(rawValue: unsafe sqlite3_extended_errcode(handle)),
            message: unsafe String(cString: sqlite3_errmsg(handle)))
    }
}

extension Connection {
    /// The session of a connection that SQLCipher opened: no other ever reaches it.
    var sqlite: SQLiteSession { session as! SQLiteSession }
}
