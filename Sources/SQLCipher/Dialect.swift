/// How one engine writes a statement: its placeholders, and each token.
package protocol Dialect: Sendable {
    /// What stands for a value.
    /// - Parameter number: its place among the values of the statement, from 1.
    func placeholder(_ number: Int) -> String
    /// What a token is written as.
    func spelling(of token: SQLToken) -> String
    /// What an UPDATE begins with.
    var update: String { get }
}

extension Dialect {
    /// The statement as the engine reads it.
    package func text(of sql: SQL) -> String {
        var text = ""
        var values = 0
        for piece in sql.pieces {
            switch piece {
            case .text(let written): text += written
            case .value:
                values += 1
                text += placeholder(values)
            case .token(let token): text += spelling(of: token)
            }
        }
        return sql.isUpdate ? update + text.dropFirst(SQL.update.count) : text
    }
}

extension SQL {
    fileprivate static let update = "UPDATE"

    /// Whether the statement changes rows that are there.
    var isUpdate: Bool { template.hasPrefix(SQL.update + " ") }
}

/// What engines write differently, by what it means.
///
/// `"\(.greatest)(a, b)"` is a function or a word of the engine's; each dialect spells it, SQLite's in `SQLiteDialect.swift`.
package enum SQLToken: String, CaseIterable, Sendable {
    /// The column that numbers a table's rows in the order in which they were added.
    case rowNumber
    /// The number of the row that this connection added last.
    case addedRowNumber
    /// Bytes, of which there are none.
    case noBytes
    /// A function: how many bytes a value has.
    case byteCount
    /// A function: where in a text (first) another one (second) begins, from 1; 0 if it is not in it.
    case position
    /// A function: the greatest of its arguments.
    case greatest
    /// A function: the type of the value that is stored, of a table that may have been tampered with.
    case storedType
    /// What `storedType` says of an integer.
    case integerType
    /// Between a number and by how many bits it is shifted to the left.
    case shiftedLeft
    /// Before a column that no index is to be chosen for: the others narrow more.
    case unindexed
    /// After LIMIT: however many there are.
    case unlimited
}

extension SQL.StringInterpolation {
    /// Whether a bit is set in a mask: `\(bit: "band", isIn: "bands")`.
    package mutating func appendInterpolation(bit: SQL, isIn mask: SQL) {
        let condition: SQL = "\(mask) & (1 \(.shiftedLeft) \(bit)) <> 0"
        appendInterpolation(condition)
    }
}
