package import Relational

/// A result code of SQLite, including its extended part. See https://www.sqlite.org/rescode.html
package struct ResultCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    package let rawValue: Int32

    package init(rawValue: Int32) {
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

    package var description: String { "SQLite \(rawValue)" }

    /// The kind of failure that it means.
    /// - Parameter message: SQLite's message. For a page that it can't authenticate, SQLCipher reports an error without a
    ///   message of its own, until the transaction ends.
    fileprivate func kind(message: String) -> EngineFailure.Kind {
        switch primary {
        case .constraint: .constraint
        case .interrupted: .interrupted
        case .busy: .busy
        case .full: .full
        case .ioError: .inputOutput
        case .cannotOpen: .cannotOpen
        case .readOnly: .readOnly
        case .corrupt: .damaged
        case .error where message == ResultCode.unexplained: .damaged
        case .notADatabase: .unreadable
        default: .other
        }
    }

    /// SQLite's message for code 1 when nothing more is known. Every statement that SQLite refuses has a message of its
    /// own.
    static let unexplained = "SQL logic error or missing database"
}

extension DatabaseError {
    /// SQLite's error.
    package static func sqlite(_ code: ResultCode, message: String) -> DatabaseError {
        .engine(EngineFailure(kind: code.kind(message: message), code: code.description, message: message))
    }
}
