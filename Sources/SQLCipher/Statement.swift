import CSQLCipher
import Glibc
import Relational

/// A prepared statement, taken from its connection's cache and returned when it goes out of scope.
@safe struct Statement: ~Copyable {
    private let prepared: Prepared
    private let cache: StatementCache

    init(_ sql: SQL, in cache: StatementCache) throws(DatabaseError) {
        let prepared = try cache.take(sql)
        cache.changedWatched.formUnion(prepared.changesWatched)
        for (index, value) in sql.bindings.enumerated() {
            let code = unsafe bind(value, to: Int32(index + 1), of: prepared.handle)
            guard code == SQLITE_OK else {
                let error = cache.error(code)
                prepared.release()
                throw error
            }
        }
        self.prepared = prepared
        self.cache = cache
    }

    deinit {
        prepared.release()
    }

    /// Advances to the next row.
    /// - Returns: false if there is none.
    func step() throws(DatabaseError) -> Bool {
        switch unsafe sqlite3_step(prepared.handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code:
            let error = cache.error(code)
            if cache.leavesParts(prepared, code) { cache.failure = error }
            throw error
        }
    }

    /// The current row, valid until the next step.
    var row: Row { Row(prepared) }
}

private func bind(_ value: SQLValue, to index: Int32, of statement: OpaquePointer) -> Int32 {
    switch value {
    case .null:
        unsafe sqlite3_bind_null(statement, index)
    case .integer(let number):
        unsafe sqlite3_bind_int64(statement, index, number)
    case .text(let text):
        unsafe sqlite3_bind_text(statement, index, text, Int32(text.utf8.count), fairkit_sqlite_transient())
    case .blob(let bytes):
        // An empty array has no address, which SQLite would take for NULL.
        if bytes.isEmpty {
            unsafe sqlite3_bind_zeroblob(statement, index, 0)
        } else {
            unsafe sqlite3_bind_blob(statement, index, bytes, Int32(bytes.count), fairkit_sqlite_transient())
        }
    }
}

/// A template as a key. Its hash samples the text: templates are the program's own, some of a thousand octets, and are
/// looked up for each statement. Equality compares all of it.
private struct Template: Hashable {
    let text: String

    private static let samples = 16

    func hash(into hasher: inout Hasher) {
        var text = text
        let sample = text.withUTF8 { text in
            let step = max(1, text.count / Template.samples)
            return stride(from: 0, to: text.count, by: step).reduce(UInt64(text.count)) { sample, index in
                (sample &* 0x100_0000_01b3) ^ UInt64(unsafe text[index])
            }
        }
        hasher.combine(sample)
    }
}

/// The idle prepared statements of one connection, by their templates.
@safe final class StatementCache {
    private static let capacity = 256
    private let connection: OpaquePointer
    private let dialect = SQLiteDialect()
    /// By template; each is kept until the connection closes.
    private var prepared: [Template: Prepared] = [:]
    /// The error of a statement in this transaction, parts of whose changes remain.
    var failure: DatabaseError?
    /// The tables that are watched. Set before statements are prepared.
    var watched = WatchedTables()
    /// The groups of which this transaction has changed a watched table.
    var changedWatched: WatchedTables.Groups = []
    /// Gets each statement that is new here.
    var observer: (@Sendable (SQL) -> Void)?

    init(_ connection: OpaquePointer) {
        unsafe self.connection = unsafe connection
    }

    /// An idle statement: the cached one, or a new one while that is in use.
    func take(_ sql: SQL) throws(DatabaseError) -> Prepared {
        let template = Template(text: sql.template)
        let kept = prepared[template]
        if let kept, !kept.isInUse {
            kept.isInUse = true
            return kept
        }
        let text = dialect.text(of: sql)
        var statement: OpaquePointer?
        let code = unsafe sqlite3_prepare_v2(connection, text, -1, &statement, nil)
        guard code == SQLITE_OK, let statement = unsafe statement else { throw error(code) }
        let isKept = kept == nil && prepared.count < StatementCache.capacity
        let made = unsafe Prepared(
            statement, text: text, changingVerb: sql.changingVerb, changesWatched: watched.changed(by: sql),
            isKept: isKept)
        if isKept { prepared[template] = made }
        observer?(sql)
        return made
    }

    /// Whether parts of the changes of a failed statement may remain. An INSERT whose first row is refused leaves none.
    func leavesParts(_ prepared: Prepared, _ code: Int32) -> Bool {
        switch prepared.changingVerb {
        case "INSERT": unsafe code & 0xff != SQLITE_CONSTRAINT || sqlite3_changes(connection) > 0
        case let verb: verb != nil
        }
    }

    func finalizeAll() {
        for (_, statement) in prepared { unsafe sqlite3_finalize(statement.handle) }
        prepared = [:]
    }

    func error(_ code: Int32) -> DatabaseError {
        let extended = unsafe sqlite3_extended_errcode(connection)
        let message = unsafe String(cString: sqlite3_errmsg(connection))
        let precise = extended & 0xff == code & 0xff ? extended : code
        if isOutOfRoom(precise) { return .sqlite(.full, message: message) }
        return .sqlite(ResultCode(rawValue: precise), message: message)
    }

    /// SQLite reports "disk full" for a write to a file, but "input/output error" for the index of its log and for a
    /// quota.
    private func isOutOfRoom(_ code: Int32) -> Bool {
        guard code & 0xff == SQLITE_IOERR else { return false }
        return code == ResultCode.logIndexSize.rawValue
            || [ENOSPC, EDQUOT].contains(unsafe sqlite3_system_errno(connection))
    }
}
