import CSQLCipher
import Relational

/// A statement prepared by SQLite.
@safe final class Prepared {
    let handle: OpaquePointer
    /// The text that SQLite reads.
    let text: String
    /// See `SQL.changingVerb`.
    let changingVerb: String?
    /// The groups of which it changes a watched table.
    let changesWatched: WatchedTables.Groups
    /// Whether the cache keeps it; otherwise it is finalised after use.
    private let isKept: Bool
    var isInUse = true

    init(
        _ handle: OpaquePointer, text: String, changingVerb: String?, changesWatched: WatchedTables.Groups, isKept: Bool
    ) {
        unsafe self.handle = unsafe handle
        self.text = text
        self.changingVerb = changingVerb
        self.changesWatched = changesWatched
        self.isKept = isKept
    }

    /// Resets it for the next use.
    func release() {
        unsafe sqlite3_reset(handle)
        unsafe sqlite3_clear_bindings(handle)
        isInUse = false
        if !isKept { unsafe sqlite3_finalize(handle) }
    }
}

extension Prepared: ColumnSource {
    private func type(_ column: Int32) -> Int32 { unsafe sqlite3_column_type(handle, column) }

    func isNull(_ column: Int32) -> Bool { type(column) == SQLITE_NULL }

    func integer(_ column: Int32) -> Int64? {
        type(column) == SQLITE_INTEGER ? unsafe sqlite3_column_int64(handle, column) : nil
    }

    func text(_ column: Int32) -> String? {
        guard type(column) == SQLITE_TEXT else { return nil }
        guard let text = unsafe sqlite3_column_text(handle, column) else { return "" }
        let count = Int(unsafe sqlite3_column_bytes(handle, column))
        return unsafe String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
    }

    func withBytes(_ column: Int32, _ body: (RawSpan) -> Void) -> Bool {
        guard type(column) == SQLITE_BLOB else { return false }
        if let bytes = unsafe sqlite3_column_blob(handle, column) {
            let count = Int(unsafe sqlite3_column_bytes(handle, column))
            body(unsafe RawSpan(_unsafeStart: bytes, byteCount: count))
        } else {
            body(RawSpan())
        }
        return true
    }

    func value(_ column: Int32) -> SQLValue? {
        switch type(column) {
        case SQLITE_INTEGER: return integer(column).map { .integer($0) }
        case SQLITE_TEXT: return text(column).map { .text($0) }
        case SQLITE_BLOB:
            var blob: [UInt8] = []
            _ = withBytes(column) { bytes in unsafe bytes.withUnsafeBytes { unsafe blob = [UInt8]($0) } }
            return .blob(blob)
        case SQLITE_NULL: return .null
        default: return nil
        }
    }
}
