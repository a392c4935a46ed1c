import CSQLCipher

/// The current row of a statement; it can't outlive the closure that borrows it.
@usableFromInline @safe package struct Row: ~Copyable {
    private let statement: OpaquePointer
    private let sql: String

    init(_ statement: OpaquePointer, sql: String) {
        unsafe self.statement = unsafe statement
        self.sql = sql
    }

    /// The value of a column, counted from zero, as the requested type.
    /// - Throws: `DatabaseError.unexpectedValue` if the column has another type, or NULL where none is allowed.
    ///
    /// It is inlined where rows are decoded, so that the type is known there: a page of results calls it about five
    /// hundred times.
    @inlinable package func value<T: SQLValueConvertible>(
        _ column: Int, as type: T.Type = T.self
    ) throws(DatabaseError) -> T {
        guard let value = T(column: self.column(Int32(column))) else { throw unexpected(column) }
        return value
    }

    @usableFromInline func column(_ index: Int32) -> Column { unsafe Column(statement, index) }

    @usableFromInline func unexpected(_ column: Int) -> DatabaseError { .unexpectedValue(column: column, sql: sql) }
}

/// One column of the current row.
@usableFromInline @safe package struct Column: ~Copyable {
    private let statement: OpaquePointer
    private let index: Int32

    init(_ statement: OpaquePointer, _ index: Int32) {
        unsafe self.statement = unsafe statement
        self.index = index
    }

    private var type: Int32 { unsafe sqlite3_column_type(statement, index) }

    @usableFromInline package var isNull: Bool { type == SQLITE_NULL }

    /// nil if it has another type.
    @usableFromInline package var integer: Int64? {
        type == SQLITE_INTEGER ? unsafe sqlite3_column_int64(statement, index) : nil
    }

    /// nil if it has another type.
    @usableFromInline package var text: String? {
        guard type == SQLITE_TEXT else { return nil }
        guard let text = unsafe sqlite3_column_text(statement, index) else { return "" }
        let count = Int(unsafe sqlite3_column_bytes(statement, index))
        return unsafe String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
    }

    /// Passes the bytes to a closure.
    /// - Returns: nil if it has another type.
    @usableFromInline package func withBytes<T>(_ body: (RawSpan) -> T?) -> T? {
        guard type == SQLITE_BLOB else { return nil }
        guard let bytes = unsafe sqlite3_column_blob(statement, index) else { return body(RawSpan()) }
        let count = Int(unsafe sqlite3_column_bytes(statement, index))
        return body(unsafe RawSpan(_unsafeStart: bytes, byteCount: count))
    }

    /// The stored value; nil for floating point, which FairKit never stores.
    @usableFromInline package var value: SQLValue? {
        switch type {
        case SQLITE_INTEGER: integer.map { .integer($0) }
        case SQLITE_TEXT: text.map { .text($0) }
        case SQLITE_BLOB:
            withBytes { bytes in unsafe bytes.withUnsafeBytes { unsafe .blob([UInt8]($0)) } }
        case SQLITE_NULL: .null
        default: nil
        }
    }
}
