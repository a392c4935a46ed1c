/// How a read or a write of an open database can fail.
///
/// Messages contain at most names of tables and columns: values are bindings and never occur in an error.
@usableFromInline package enum DatabaseError: Error, Equatable, CustomStringConvertible {
    /// SQLite refused a statement or a commit.
    case sqlite(ResultCode, message: String)
    /// A column has an unexpected value; `column` counts from zero.
    case unexpectedValue(column: Int, sql: String)
    /// Too much work is queued; try again in a moment.
    case queueFull
    /// The disk is full, and the remaining space is reserved for critical writes.
    case diskFull
    /// The row can't be sealed, and so was not written; the reason contains no value.
    case unsealed(String)
    /// The database has been closed.
    case closed

    /// True if the disk, not the statement, is full.
    package var isDiskFull: Bool {
        switch self {
        case .sqlite(let code, _): code.primary == .full
        case .diskFull: true
        case .unexpectedValue, .queueFull, .unsealed, .closed: false
        }
    }

    /// True if pages of the file are damaged: only a backup helps.
    ///
    /// For a page that it can't authenticate, SQLCipher reports an error without a message of its own, until the
    /// transaction ends.
    package var isDamage: Bool {
        guard case .sqlite(let code, let message) = self else { return false }
        switch code.primary {
        case .corrupt, .notADatabase: return true
        case .error: return message == ResultCode.unexplained
        default: return false
        }
    }

    /// True if the disk or the file, not the statement, prevented a write: the next one will most likely fail as well.
    package var stopsWrites: Bool {
        guard case .sqlite(let code, _) = self else { return false }
        return [.ioError, .cannotOpen, .readOnly].contains(code.primary)
    }

    @usableFromInline package var description: String {
        switch self {
        case .sqlite(let code, let message) where isDamage:
            "pages of the file are damaged (\(code), \(message)); stop the server, run fairkit db check, and restore the last "
                + "backup with fairkit restore"
        case .sqlite(let code, let message): "the database failed (\(code), \(message))"
        case .unexpectedValue(let column, let sql): "column \(column) of \(sql) has an unexpected value"
        case .queueFull: "too much work is queued; try again in a moment"
        case .diskFull: "the disk is full, and the remaining space is reserved for critical writes"
        case .unsealed(let reason): "the audit log can't be sealed: \(reason)"
        case .closed: "the database is closed"
        }
    }
}

/// A result code of SQLite, including its extended part. See https://www.sqlite.org/rescode.html
@usableFromInline package struct ResultCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    @usableFromInline package let rawValue: Int32

    @usableFromInline package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The code without its extended part.
    package var primary: ResultCode { ResultCode(rawValue: rawValue & 0xff) }

    package static let ok = ResultCode(rawValue: 0)
    package static let error = ResultCode(rawValue: 1)
    package static let busy = ResultCode(rawValue: 5)
    package static let readOnly = ResultCode(rawValue: 8)
    /// A snapshot lasted too long.
    package static let interrupted = ResultCode(rawValue: 9)
    package static let ioError = ResultCode(rawValue: 10)
    /// The shared memory index of the log could not grow.
    package static let logIndexSize = ResultCode(rawValue: 10 | 19 << 8)
    package static let corrupt = ResultCode(rawValue: 11)
    package static let full = ResultCode(rawValue: 13)
    package static let cannotOpen = ResultCode(rawValue: 14)
    package static let constraint = ResultCode(rawValue: 19)
    package static let mismatch = ResultCode(rawValue: 20)
    package static let notADatabase = ResultCode(rawValue: 26)
    package static let row = ResultCode(rawValue: 100)
    package static let done = ResultCode(rawValue: 101)

    @usableFromInline package var description: String { "SQLite \(rawValue)" }

    /// SQLite's message for code 1 when nothing more is known. Every statement that SQLite refuses has a message of its
    /// own.
    static let unexplained = "SQL logic error or missing database"
}
