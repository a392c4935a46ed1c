package import Relational

// How statements say what is sealed. An encrypted file gets the plain values, and the same statements as ever.

extension SQL.StringInterpolation {
    /// Binds a value of a sealed column, for the row with an id: `\(sealed: note.text, .noteText, of: note.id)`.
    package mutating func appendInterpolation(
        sealed value: (some SQLValueConvertible)?, _ column: SealedColumn, of id: some SQLValueConvertible
    ) {
        bind(value.sqlValue, as: .value(column, RowKey(id)))
    }

    /// The same for a row that its id and a second value identify.
    package mutating func appendInterpolation(
        sealed value: (some SQLValueConvertible)?, _ column: SealedColumn, of id: some SQLValueConvertible,
        _ part: some SQLValueConvertible
    ) {
        bind(value.sqlValue, as: .value(column, RowKey(id, part)))
    }

    /// Binds a value of a sealed column that is looked up by more than itself.
    package mutating func appendInterpolation(
        sealed value: (some SQLValueConvertible)?, _ column: SealedColumn, of id: some SQLValueConvertible,
        lookedUpBy text: @autoclosure @escaping @Sendable () -> String
    ) {
        bind(value.sqlValue, as: .value(column, RowKey(id)), lookedUpBy: text)
    }

    /// Binds what a sealed column is compared with: `\(lookup: "code") = \(lookup: code, .code)`.
    package mutating func appendInterpolation(lookup value: some SQLValueConvertible, _ lookup: LookupClass) {
        bind(value.sqlValue, as: .lookup(lookup))
    }

    /// The same for a column that is looked up by more than its value.
    package mutating func appendInterpolation(
        lookup value: some SQLValueConvertible, _ lookup: LookupClass,
        by text: @autoclosure @escaping @Sendable () -> String
    ) {
        bind(value.sqlValue, as: .lookup(lookup), lookedUpBy: text)
    }
}

extension Row {
    /// The value of a sealed column in the row whose id stands in another column.
    package func value<T: SQLValueConvertible>(
        _ column: Int, as type: T.Type = T.self, sealed: SealedColumn, key: Int
    ) throws(DatabaseError) -> T {
        try value(column, unsealing: sealed, of: .one(try value(key)))
    }

    /// The same of a row that two columns identify.
    package func value<T: SQLValueConvertible>(
        _ column: Int, as type: T.Type = T.self, sealed: SealedColumn, key: Int, _ part: Int
    ) throws(DatabaseError) -> T {
        try value(column, unsealing: sealed, of: .two(try value(key), try value(part)))
    }

    /// The same of a row that a column and a value identify.
    package func value<T: SQLValueConvertible>(
        _ column: Int, as type: T.Type = T.self, sealed: SealedColumn, key: Int, andOf part: some SQLValueConvertible
    ) throws(DatabaseError) -> T {
        try value(column, unsealing: sealed, of: .two(try value(key), part.sqlValue))
    }

    /// The value of a sealed column in the row with an id, which the statement does not select.
    package func value<T: SQLValueConvertible>(
        _ column: Int, as type: T.Type = T.self, sealed: SealedColumn, of id: some SQLValueConvertible
    ) throws(DatabaseError) -> T {
        try value(column, unsealing: sealed, of: RowKey(id))
    }
}
