import CSQLCipher

/// Marks a reading connection: the type of a handle says what it may do.
package enum Reading {}
/// Marks the one connection that writes.
package enum Writing {}

/// A snapshot, borrowed by a read closure.
package typealias ReadTransaction = Connection<Reading>
/// A transaction, borrowed by a write closure. Its changes are committed with its group, or not at all.
package typealias WriteTransaction = Connection<Writing>

/// One connection to an encrypted file. It is not safe to share: its owner runs it on one thread at a time.
///
/// Closures borrow it, so they can neither keep it nor await while they hold it.
@usableFromInline @safe package struct Connection<Access>: ~Copyable {
    let handle: OpaquePointer
    private let cache: StatementCache
    private let pages: UnsafeMutablePointer<Int32>
    /// When its running statements are interrupted.
    let deadline: Deadline
    /// The unfinished copy of this file, if any. It ends before its source is closed.
    let copying = CopySlot()
    /// Seals rows; set on the writing connection.
    private var rowSeal: (any Seal)?
    /// Whether another value owns the handle and closes it.
    private let isLent: Bool

    /// - Parameter handle: an open connection; this value closes it.
    init(adopting handle: OpaquePointer) {
        unsafe self.handle = unsafe handle
        rowSeal = nil
        isLent = false
        deadline = Deadline()
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

    /// The same connection, restricted to reading.
    private init(lending other: borrowing Connection<Writing>) {
        unsafe (handle, pages) = unsafe (other.handle, other.pages)
        (cache, deadline, rowSeal, isLent) = (other.cache, other.deadline, nil, true)
    }

    deinit {
        guard !isLent else { return }
        copying.copy = nil
        cache.finalizeAll()
        unsafe sqlite3_close_v2(handle)
        unsafe pages.deallocate()
    }

    /// Every row, decoded.
    @inlinable package func all<T>(
        _ sql: SQL, _ decode: (borrowing Row) throws(DatabaseError) -> T
    ) throws(DatabaseError) -> [T] {
        var rows: [T] = []
        try eachRow(of: sql) { (row) throws(DatabaseError) in rows.append(try decode(row)) }
        return rows
    }

    /// The first row, decoded, or nil if there is none.
    @inlinable package func first<T>(
        _ sql: SQL, _ decode: (borrowing Row) throws(DatabaseError) -> T
    ) throws(DatabaseError) -> T? {
        var found: T?
        try firstRow(of: sql) { (row) throws(DatabaseError) in found = try decode(row) }
        return found
    }

    @usableFromInline func eachRow(
        of sql: SQL, _ body: (borrowing Row) throws(DatabaseError) -> Void
    ) throws(DatabaseError) {
        let statement = try Statement(sql, in: cache)
        while try statement.step() { try body(statement.row) }
    }

    @usableFromInline func firstRow(
        of sql: SQL, _ body: (borrowing Row) throws(DatabaseError) -> Void
    ) throws(DatabaseError) {
        let statement = try Statement(sql, in: cache)
        if try statement.step() { try body(statement.row) }
    }

    /// True if there is a row.
    package func exists(_ sql: SQL) throws(DatabaseError) -> Bool {
        try Statement(sql, in: cache).step()
    }

    /// Runs statements that hold no values: pragmas, schema, transaction control.
    func execute(_ text: String) throws(DatabaseError) {
        let code = unsafe sqlite3_exec(handle, text, nil, nil, nil)
        guard code == SQLITE_OK else { throw cache.error(code) }
    }

    /// True outside a transaction. SQLite may end one by itself, for example when the disk is full.
    var isAutocommit: Bool { unsafe sqlite3_get_autocommit(handle) != 0 }

    /// Rows changed by the last statement.
    var changes: Int { Int(unsafe sqlite3_changes(handle)) }

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

    /// The same, and truncates the WAL.
    /// - Parameter anchor: notified first, since otherwise it would report the truncated content as missing.
    /// - Returns: false if a reader prevented it.
    func emptyLog(_ anchor: CommitAnchor?) throws(DatabaseError) -> Bool {
        guard try checkpoint() else { return false }
        anchor?.settle()
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
}

extension Connection where Access == Writing {
    /// Runs a statement that changes rows. A failed UPDATE dooms the transaction, even if its error is caught: its
    /// changes are not undone before the rollback.
    /// - Returns: the number of changed rows.
    @discardableResult
    package func run(_ sql: SQL) throws(DatabaseError) -> Int {
        // Outside a transaction it would commit alone. SQLite may end one by itself, for example when the disk is full.
        guard !isAutocommit else { throw .sqlite(.full, message: "the transaction was ended by SQLite") }
        let statement = try Statement(sql, in: cache)
        while try statement.step() {}
        return changes
    }

    /// Passes this transaction, with all its changes, to a closure that only reads: a few rows, since writes wait
    /// meanwhile.
    /// - Returns: nil if it took too long. Then only the closure's own work is lost.
    package func readingBriefly<T>(
        _ body: (borrowing ReadTransaction) throws(DatabaseError) -> T
    ) throws(DatabaseError) -> T? {
        deadline.endAtOnce()
        defer { deadline.remove() }
        do {
            return try body(ReadTransaction(lending: self))
        } catch .sqlite(.interrupted, _) {
            return nil
        }
    }

    /// Seals rows.
    /// - Throws: `DatabaseError.unsealed` if the file was opened without a seal.
    package var seal: any Seal {
        get throws(DatabaseError) {
            guard let rowSeal else { throw .unsealed("the file was opened without a seal") }
            return rowSeal
        }
    }

    /// Sets the connection's seal, before a closure borrows it.
    mutating func use(_ seal: (any Seal)?) {
        rowSeal = seal
    }

    /// Whether the disk is full: then this transaction writes only what a critical alert needs.
    package var isDiskFull: Bool { cache.isDiskFull }

    /// Notes whether the disk is full, before a transaction begins.
    func note(isDiskFull: Bool) {
        cache.isDiskFull = isDiskFull
    }

    /// Detects from now on which transactions change one of these tables.
    func watch(_ tables: Set<String>) { cache.watch(tables) }

    /// Whether this transaction has changed a watched table.
    var hasChangedWatched: Bool { cache.hasChangedWatched }

    /// Begins a transaction.
    func begin() throws(DatabaseError) {
        cache.failure = nil
        cache.hasChangedWatched = false
        try control("BEGIN IMMEDIATE")
    }

    /// Commits it.
    func commit() throws(DatabaseError) {
        try control("COMMIT")
    }

    /// It stays prepared, unlike the statements of `execute`: every transaction has two of these.
    private func control(_ sql: SQL) throws(DatabaseError) {
        _ = try Statement(sql, in: cache).step()
    }

    /// Why this transaction can't be committed, though its closure succeeded.
    var failure: DatabaseError? {
        // SQLite has ended it by itself, for example on a full disk: later statements would commit alone.
        isAutocommit ? .sqlite(.full, message: "the transaction was ended by SQLite") : cache.failure
    }
}
