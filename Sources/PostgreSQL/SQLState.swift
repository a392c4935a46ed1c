import Relational

/// PostgreSQL's code of an error: five digits or letters, of which the first two are its class.
/// See https://www.postgresql.org/docs/15/errcodes-appendix.html
struct SQLState: RawRepresentable, Hashable, Sendable {
    let rawValue: String

    /// The kind of failure that it means, whichever engine it is.
    var kind: EngineFailure.Kind {
        switch rawValue {
        // A text with U+0000, which PostgreSQL does not store, is refused as a constraint would refuse it.
        case "22021": .constraint
        case "25006": .readOnly
        // A cancelled statement.
        case "57014": .interrupted
        // Another transaction is in the way: no lock within the time, a deadlock, a change after the snapshot.
        case "55P03", "40P01", "40001": .busy
        case "XX001", "XX002": .damagedOnServer
        case _ where rawValue.hasPrefix("53") || rawValue.hasPrefix("57P") || rawValue == "25P03": .unavailable
        case _ where rawValue.hasPrefix("23"): .constraint
        case _ where rawValue.hasPrefix("58"): .inputOutput
        case _ where rawValue.hasPrefix("08"): .unavailable
        default: .other
        }
    }
}

extension SQLState {
    /// The remedy, if the server itself is in trouble.
    fileprivate var advice: String? {
        switch rawValue {
        case "53100": "the disk of the database server is full; free space there"
        case "53200": "the database server has no memory left; give it more, or lower its max_connections"
        case "53300": SQLState.moreConnections
        case "57P01", "57P02", "57P03":
            "the database server is stopping or starting; if it does not come back, look at its log"
        case "57P04": "the database was dropped while it was in use"
        case "57P05", "25P03": "the database server ended the connection, which had waited for too long"
        case "25006": "the database accepts no writes; if a standby has taken over, give the store its address"
        case "55P03", "40P01", "40001": "another transaction was in the way; if it stays so, look at pg_stat_activity"
        default: nil
        }
    }

    /// The remedy for too many connections.
    static let moreConnections =
        "no connection is left for the user; raise max_connections of the database server or the user's limit, or run fewer servers"

    /// In a transaction that writes: a server that accepts no writes is not the statement's fault, nor is a statement
    /// that another session cancelled.
    fileprivate var kindInWriting: EngineFailure.Kind {
        switch rawValue {
        case "25006": .unavailable
        case "57014": .busy
        default: kind
        }
    }

    /// Whether a statement that writes was refused because the server or the transaction only reads.
    var isReadOnly: Bool { rawValue == "25006" }

    /// Whether a COMMIT that failed so may be committed: the server is in trouble, or the one that has the rows, if the server
    /// only passes statements on.
    var leavesCommitOpen: Bool { ["08", "53", "57", "58", "XX"].contains(rawValue.prefix(2)) }

    /// Whether the text of the statement is at fault: its syntax, or a name in it.
    fileprivate var isOfText: Bool { rawValue.hasPrefix("42") }
}

/// Why libpq or the server failed.
enum ServerFailure: Error {
    /// No connection was made.
    case refused(String)
    /// The connection is gone, and what it was doing may have been done.
    case lost(String)
    /// A statement failed. Names of the schema are kept, values are not.
    case statement(SQLState, table: String?, column: String?, constraint: String?)

    /// As if the server had interrupted a statement.
    static let interrupted = statement(SQLState(rawValue: "57014"), table: nil, column: nil, constraint: nil)
}

extension ServerFailure: CustomStringConvertible {
    var description: String {
        switch self {
        case .refused(let reason), .lost(let reason): reason
        case .statement(let state, _, _, _): "SQLSTATE \(state.rawValue)"
        }
    }
}

extension DatabaseError {
    /// - Parameters:
    ///   - sql: the failed statement. Its text is kept if the server can't read it.
    ///   - isWriting: whether it belongs to a transaction that writes, and has no deadline of its own.
    init(_ failure: ServerFailure, of sql: SQL? = nil, isWriting: Bool = false) {
        let (kind, code, message): (EngineFailure.Kind, String, String) =
            switch failure {
            case .refused(let reason): (.cannotOpen, "PostgreSQL", reason)
            case .lost(let reason): (.unavailable, "PostgreSQL", reason)
            case .statement(let state, let table, let column, let constraint):
                (
                    isWriting ? state.kindInWriting : state.kind, failure.description,
                    state.advice ?? [("constraint", constraint), ("column", column), ("table", table)].named
                        ?? "the server refused \((state.isOfText ? sql?.text : nil) ?? "the statement")"
                )
            }
        self = .engine(EngineFailure(kind: kind, code: code, message: message))
    }
}

extension [(String, String?)] {
    /// The names that are known: `constraint kit_code of table kit`.
    fileprivate var named: String? {
        let known = compactMap { kind, name in name.map { "\(kind) \($0)" } }
        return known.isEmpty ? nil : known.joined(separator: " of ")
    }
}
