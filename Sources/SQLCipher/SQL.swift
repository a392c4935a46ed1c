/// A statement written in full, in which every interpolated value is a binding: `"… WHERE id = \(id)"`.
///
/// There is no way to splice a `String` in as text, so SQL injection does not compile; another `SQL` can be spliced.
package struct SQL: ExpressibleByStringInterpolation, Sendable {
    /// The text with a `?` for each value.
    package fileprivate(set) var text: String
    /// The values, in the order of their question marks.
    package fileprivate(set) var bindings: [SQLValue]

    package init(stringLiteral value: String) {
        text = value
        bindings = []
    }

    package init(stringInterpolation: StringInterpolation) {
        text = stringInterpolation.text
        bindings = stringInterpolation.bindings
    }

    /// The same, but an UPDATE that fails leaves what it has changed, for the transaction's end to undo.
    ///
    /// To be able to undo a statement alone, SQLite 3.15 journals every page that it touches, and SQLCipher encrypts these
    /// once more: 29 µs for a row, 7 without. An INSERT of one row, and a DELETE, have no such journal.
    var withoutJournal: SQL {
        guard isUpdate else { return self }
        var sql = self
        sql.text = "UPDATE OR FAIL \(text.dropFirst("UPDATE ".count))"
        return sql
    }

    var isUpdate: Bool { text.hasPrefix("UPDATE ") }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""
        fileprivate var bindings: [SQLValue] = []

        package init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount)
            bindings.reserveCapacity(interpolationCount)
        }

        package mutating func appendLiteral(_ literal: String) {
            text += literal
        }

        /// Binds a value.
        package mutating func appendInterpolation(_ value: some SQLValueConvertible) {
            text += "?"
            bindings.append(value.sqlValue)
        }

        /// Binds a value, or NULL.
        package mutating func appendInterpolation<Value: SQLValueConvertible>(_ value: Value?) {
            text += "?"
            bindings.append(value.sqlValue)
        }

        /// Splices a piece of SQL together with its bindings.
        package mutating func appendInterpolation(_ fragment: SQL) {
            text += fragment.text
            bindings += fragment.bindings
        }
    }
}

extension [SQL] {
    /// Conditions joined by `AND`; none is `TRUE` written so that SQLite 3.15 knows it.
    package var conjunction: SQL { isEmpty ? "1 = 1" : joined(by: " AND ") }

    /// The pieces with their bindings, one after the other.
    package func joined(by separator: SQL) -> SQL {
        guard var joined = first else { return "" }
        for piece in dropFirst() {
            joined.text += separator.text
            joined.bindings += separator.bindings
            joined.text += piece.text
            joined.bindings += piece.bindings
        }
        return joined
    }
}
