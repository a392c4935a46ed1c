/// Why a database engine refused a statement or a commit.
@usableFromInline package struct EngineFailure: Hashable, Sendable, CustomStringConvertible {
    /// The meaning of a failure, whichever engine it is.
    package enum Kind: Hashable, Sendable {
        /// A row would violate a constraint.
        case constraint
        /// A statement took longer than it may.
        case interrupted
        /// Another connection is in the way. The same write succeeds later.
        case busy
        /// The disk is full.
        case full
        /// The disk failed to read or write.
        case inputOutput
        case cannotOpen
        /// The connection or the file only allows reading.
        case readOnly
        /// Pages of the file are damaged.
        case damaged
        /// Pages of a server's database are damaged.
        case damagedOnServer
        /// The file is no database, or was written with another key.
        case unreadable
        /// The server can't be reached, has ended the connection, or accepts no writes for now.
        case unavailable
        /// The answer to a commit was lost: it may be on the disk or not.
        case undecided
        /// Anything else, such as an invalid statement.
        case other
    }

    package let kind: Kind
    /// The engine's name for it, for operators: `SQLite 2067`.
    package let code: String
    /// The engine's explanation. It contains at most names of tables and columns.
    package let message: String

    package init(kind: Kind, code: String, message: String) {
        self.kind = kind
        self.code = code
        self.message = message
    }

    @usableFromInline package var description: String { "\(code), \(message)" }
}
