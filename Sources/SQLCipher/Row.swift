import CSQLCipher

/// The row a statement stands on; it can't outlive the closure that it is lent to.
@safe package struct Row: ~Copyable {
    private let statement: OpaquePointer
    private let sql: String

    init(_ statement: OpaquePointer, sql: String) {
        unsafe self.statement = unsafe statement
        self.sql = sql
    }

    /// The value of a column, counted from zero, as the type that is asked for.
    /// - Throws: `DatabaseError.unexpectedValue` if the column holds another type, or NULL where none is allowed.
    package func value<T: SQLValueConvertible>(_ column: Int, as type: T.Type = T.self) throws(DatabaseError) -> T {
        guard let found = read(Int32(column)), let value = T(sqlValue: found) else {
            throw .unexpectedValue(column: column, sql: sql)
        }
        return value
    }

    /// nil for floating point, which nothing stores.
    private func read(_ column: Int32) -> SQLValue? {
        switch unsafe sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER:
            return .integer(unsafe sqlite3_column_int64(statement, column))
        case SQLITE_TEXT:
            guard let text = unsafe sqlite3_column_text(statement, column) else { return .text("") }
            let count = Int(unsafe sqlite3_column_bytes(statement, column))
            return .text(unsafe String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self))
        case SQLITE_BLOB:
            guard let bytes = unsafe sqlite3_column_blob(statement, column) else { return .blob([]) }
            let count = Int(unsafe sqlite3_column_bytes(statement, column))
            return .blob(unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: count)))
        case SQLITE_NULL:
            return .null
        default:
            return nil
        }
    }
}
