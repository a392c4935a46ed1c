/// How a database engine spells a statement: its placeholders and tokens.
package protocol Dialect: Sendable {
    /// The placeholder of a value.
    /// - Parameter number: its position among the values of the statement, from 1.
    func placeholder(_ number: Int) -> String
    /// The spelling of a token.
    func spelling(of token: SQLToken) -> String
    /// A clause after `UPDATE` or `INSERT` at the beginning of a statement.
    var failureClause: String { get }
    /// A whole statement, if the engine wants another form of it.
    func form(of statement: String) -> String
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
        if let verb = sql.changingVerb { text = "\(verb)\(failureClause)\(text.dropFirst(verb.count))" }
        return form(of: text)
    }
}

extension Dialect {
    package func form(of statement: String) -> String { statement }
}

extension SQL {
    /// The verb of a statement that changes or adds rows one after another; nil: another statement.
    package var changingVerb: String? { ["UPDATE", "INSERT"].first { template.hasPrefix($0 + " ") } }
}

/// A piece of SQL that engines spell differently, by its meaning.
///
/// `"\(.greatest)(a, b)"` is a function or a keyword of the engine. Each dialect spells it; SQLite's is in
/// `SQLiteDialect.swift`.
package enum SQLToken: String, CaseIterable, Sendable {
    /// An empty blob.
    case noBytes
    /// A function: the number of bytes of a value.
    case byteCount
    /// A function: where one value's bytes begin in another's, from 1; 0: nowhere.
    case position
    /// A function: the greatest of its arguments.
    case greatest
    /// Before a column for which no index is to be used: the other conditions are more selective.
    case unindexed
    /// After LIMIT: no limit.
    case unlimited
    /// Around a sealed column, as it is compared: see `appendInterpolation(lookup:)`.
    case lookup
    case lookupEnd
    /// The same without regard to case.
    case foldedLookup
    case foldedLookupEnd
    /// The time of the engine at this moment, in milliseconds since 1970: where several servers share a database, their
    /// own clocks may differ.
    case databaseTime
    /// Around one of the lists of `merged`, and around the order and limit that it has by itself.
    case list
    case listOrder
    case listEnd
    /// Around the columns under an authentication code, which are needed only where columns are sealed.
    case coded
    case codedEnd
    /// At the end of a query, in a transaction that changes the rows: no one else changes them meanwhile.
    case forUpdate
    /// A statement: begins a transaction whose statements all read one snapshot.
    case beginSnapshot
}

extension SQL.StringInterpolation {
    /// Whether a bit is set in a mask: `\(bit: "band", isIn: "bands")`.
    package mutating func appendInterpolation(bit: SQL, isIn mask: SQL) {
        let condition: SQL = "\(mask) & (1 << CAST(\(bit) AS INTEGER)) <> 0"
        appendInterpolation(condition)
    }
}
