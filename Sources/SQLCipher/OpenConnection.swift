import CSQLCipher
import Glibc
import Relational

extension Connection {
    /// Creates the file, which must not exist.
    static func create(path: String, key: CipherKey) throws(OpeningError) -> Connection {
        try makeEmptyFile(path)
        return try configured(path: path, key: key, creating: true)
    }

    /// Opens the file, checking in this order everything that could go wrong silently. See the decision
    /// `0044-what-is-missing-is-refused`.
    ///
    /// - Parameters:
    ///   - newestVersion: a newer schema is refused.
    ///   - keepsLog: whether the WAL is kept if this is the last connection to close.
    static func open(path: String, key: CipherKey, newestVersion: Int, keepsLog: Bool = false) throws(OpeningError)
        -> Connection
    {
        try checkHeader(path: path, key: key)
        if unsafe access(path + "-wal", F_OK) == 0 {
            try checkContent(path: path, key: key, newestVersion: newestVersion)
        }
        return try configured(path: path, key: key, creating: false, keepsLog: keepsLog)
    }

    /// Reads, in the presence of a WAL that a crash left, through a read-only connection. A writing one would, when it
    /// closes, copy the WAL into the file and delete it, even with a wrong key.
    private static func checkContent(path: String, key: CipherKey, newestVersion: Int) throws(OpeningError) {
        let connection = try openHandle(path: path, flags: SQLITE_OPEN_READONLY, key: key)
        try fitting(path: path) {
            try connection.checkCipher()
            _ = try connection.exists("SELECT 1 FROM sqlite_master LIMIT 1")
        }
        _ = try connection.schemaVersion(path: path, newest: newestVersion)
    }

    /// Opens one more connection to a file that this process has opened and checked.
    static func openAnother(path: String, key: CipherKey, keepsLog: Bool) throws(OpeningError) -> Connection {
        try configured(path: path, key: key, creating: false, keepsLog: keepsLog)
    }

    /// Creates the target file of a copy.
    ///
    /// SQLCipher also copies into a connection without a key, and then silently writes everything unencrypted. So a
    /// first page is written and its bytes are examined before anything is copied. Nothing is journalled or synced: an
    /// unfinished copy is deleted, and a finished one is synced as a whole.
    static func target(path: String, key: CipherKey) throws(OpeningError) -> Connection {
        try makeEmptyFile(path)
        try writeFirstPage(path: path, key: key)
        try checkHeader(path: path, key: key)
        let connection = try openHandle(path: path, flags: SQLITE_OPEN_READWRITE, key: key)
        try fitting(path: path) {
            try connection.checkCipher()
            _ = try connection.exists("SELECT 1 FROM sqlite_master LIMIT 1")
            try connection.sqlite.execute("PRAGMA journal_mode = OFF")
            try connection.sqlite.execute("PRAGMA synchronous = OFF")
        }
        return connection
    }

    private static func writeFirstPage(path: String, key: CipherKey) throws(OpeningError) {
        let connection = try openHandle(path: path, flags: SQLITE_OPEN_READWRITE, key: key)
        try fitting(path: path) {
            try connection.checkCipher()
            try connection.sqlite.execute("PRAGMA journal_mode = OFF")
            try connection.sqlite.execute("PRAGMA synchronous = OFF")
            try connection.sqlite.execute("PRAGMA user_version = 0")
        }
    }

    /// Opens for reading a file that no connection has open; its first bytes are checked before SQLite sees it.
    static func openForInspection(path: String, key: CipherKey) throws(OpeningError) -> Connection {
        try checkHeader(path: path, key: key)
        return try openForLongReads(path: path, key: key, keepsLog: false)
    }

    /// Opens one more connection to a checked file, with 32 MB of cache instead of 8.
    static func openForLongReads(path: String, key: CipherKey, keepsLog: Bool) throws(OpeningError) -> Connection {
        let connection = try configured(path: path, key: key, creating: false, keepsLog: keepsLog)
        try fitting(path: path) { try connection.sqlite.execute("PRAGMA cache_size = -32000") }
        return connection
    }

    private static func configured(
        path: String, key: CipherKey, creating: Bool, keepsLog: Bool = false
    ) throws(OpeningError) -> Connection {
        let flags = SQLITE_OPEN_READWRITE | (creating ? SQLITE_OPEN_CREATE : 0)
        let connection = try openHandle(path: path, flags: flags, key: key)
        if keepsLog { connection.sqlite.keepLog(true) }
        try fitting(path: path) {
            try connection.checkCipher()
            try connection.configure()
        }
        return connection
    }

    /// Translates the errors of a file and a key that do not match.
    private static func fitting(path: String, _ body: () throws -> Void) throws(OpeningError) {
        do {
            try body()
        } catch let error as DatabaseError {
            if case .engine(let failure) = error, failure.kind == .unreadable { throw .wrongKey(path: path) }
            throw .database(path: path, error)
        } catch let error as OpeningError {
            throw error
        } catch {
            throw .system(path: path, errno: 0, reason: "\(error)")
        }
    }

    private static func openHandle(path: String, flags: Int32, key: CipherKey) throws(OpeningError) -> Connection {
        _ = settings
        var handle: OpaquePointer?
        let code = unsafe sqlite3_open_v2(path, &handle, flags | SQLITE_OPEN_NOMUTEX, nil)
        guard let handle = unsafe handle else {
            throw .system(path: path, errno: ENOMEM, reason: "out of memory")
        }
        let connection = unsafe Connection(SQLiteSession(adopting: handle))
        guard code == SQLITE_OK else {
            let message = unsafe String(cString: sqlite3_errmsg(handle))
            throw .database(path: path, .sqlite(ResultCode(rawValue: code), message: message))
        }
        // Through the C call, so that the key never occurs in SQL text, traces or the statement cache.
        var literal = key.literal
        let keyed = unsafe sqlite3_key(handle, literal, Int32(literal.count))
        unsafe explicit_bzero(&literal, literal.count)
        guard keyed == SQLITE_OK else {
            throw .database(path: path, .sqlite(ResultCode(rawValue: keyed), message: "the key was not accepted"))
        }
        return connection
    }

    /// Unknown `cipher_*` pragmas return nothing, which looks like success; so the version is queried explicitly.
    private func checkCipher() throws {
        let version = try first("PRAGMA cipher_version") { row throws(DatabaseError) in
            try row.value(0, as: String.self)
        }
        guard version == Cipher.supportedVersion else { throw OpeningError.foreignCipher(version: version) }
        // It must precede the first use of the file, or it has no effect.
        try sqlite.execute("PRAGMA cipher_page_size = \(Cipher.pageSize)")
    }

    private func configure() throws(DatabaseError) {
        _ = try exists("SELECT 1 FROM sqlite_master LIMIT 1")
        try sqlite.execute("PRAGMA busy_timeout = 5000")
        let mode = try first("PRAGMA journal_mode = WAL") { row throws(DatabaseError) in
            try row.value(0, as: String.self)
        }
        guard mode == "wal" else { throw .sqlite(.cannotOpen, message: "write-ahead log refused") }
        try sqlite.execute("PRAGMA synchronous = FULL")
        try sqlite.execute("PRAGMA foreign_keys = ON")
        // No `PRAGMA wal_autocheckpoint`: it would remove our WAL hook, which has replaced it.
        // Temporary tables must not reach the disk unencrypted.
        try sqlite.execute("PRAGMA temp_store = MEMORY")
        // These pages are decrypted. 8 MB hold the inner pages of every index of a million results.
        try sqlite.execute("PRAGMA cache_size = -8000")
        if Access.self == Reading.self { try sqlite.execute("PRAGMA query_only = ON") }
    }
}

/// Process-wide settings, made once before the first connection is opened. If SQLite is already initialised, they have
/// no effect, and it is only slower and larger. Of the 570 KB of an open connection, 430 were pages that it might need
/// once. See decision 0061.
private let settings: Void = {
    _ = fairkit_sqlite_without_counts()
    _ = fairkit_sqlite_allocate_pages_when_needed()
}()

/// Creates the file for its owner only, before SQLite opens it; SQLite gives the WAL the same mode.
private func makeEmptyFile(_ path: String) throws(OpeningError) {
    let descriptor = unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
        let code = errno
        guard code != EEXIST else { throw .exists(path: path) }
        throw .system(path: path, errno: code, reason: unsafe String(cString: strerror(code)))
    }
    close(descriptor)
}

/// Reads the first bytes of the file. Only before SQLite first opens it in this process: closing a descriptor of a file
/// that SQLite has open would drop SQLite's POSIX locks.
private func checkHeader(path: String, key: CipherKey) throws(OpeningError) {
    let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
        let code = errno
        guard code != ENOENT else { throw .missing(path: path) }
        throw .system(path: path, errno: code, reason: unsafe String(cString: strerror(code)))
    }
    defer { close(descriptor) }
    var header = [UInt8](repeating: 0, count: Cipher.saltLength)
    let count = unsafe read(descriptor, &header, header.count)
    let size = Int(lseek(descriptor, 0, SEEK_END))
    guard count == header.count, size >= Cipher.pageSize else { throw .truncated(path: path, bytes: max(size, 0)) }
    guard header != Cipher.plaintextMagic else { throw .plaintext(path: path) }
    guard header[...] == key.salt else { throw .wrongKey(path: path) }
}
