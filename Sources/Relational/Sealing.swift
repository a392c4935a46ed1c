/// A column whose values are stored sealed by an engine that does not encrypt its files. An engine that does stores them
/// as they are. See decision 0117.
@usableFromInline package protocol SealableColumn: Sendable {
    /// `table.column`. It is authenticated with each value.
    var name: String { get }
    var kind: SealedKind { get }
    /// How its values are looked up; nil: they are never compared.
    var lookup: (any SealedLookup)? { get }
}

/// The type of the values of a sealed column.
@usableFromInline package enum SealedKind: Sendable {
    case integer, text, bytes
}

/// A class of values that are compared by equality, in one column or several.
@usableFromInline package protocol SealedLookup: Sendable {
    var name: String { get }
    /// The form in which equal values have equal bytes; nil: a value of this class can't be looked up by itself.
    func folded(_ value: SQLValue) -> [UInt8]?
}

/// The values that identify a row: a sealed value is bound to them.
@usableFromInline package enum RowKey: Sendable {
    case one(SQLValue)
    case two(SQLValue, SQLValue)

    package init(_ id: some SQLValueConvertible) { self = .one(id.sqlValue) }

    package init(_ id: some SQLValueConvertible, _ part: some SQLValueConvertible) {
        self = .two(id.sqlValue, part.sqlValue)
    }
}

/// Seals and unseals the values of columns, and makes their lookups, by the keys of one tenant.
@usableFromInline package protocol ColumnSealer: AnyObject, Sendable {
    /// The lookup, if the column has one, followed by the sealed value.
    /// - Parameter lookedUp: the bytes that its lookup is made of; nil: those of the value.
    func seal(
        _ value: SQLValue, of column: any SealableColumn, in row: RowKey, lookedUp: [UInt8]?
    ) throws(DatabaseError) -> [UInt8]
    /// - Throws: `DatabaseError.unsealable` if the value was altered, or moved to another row, column or tenant.
    func unseal(
        _ sealed: [UInt8], of column: any SealableColumn, in row: RowKey
    ) throws(DatabaseError) -> SQLValue
    /// Sixteen bytes, equal for equal folded values of a class.
    func lookup(_ folded: [UInt8], in lookup: any SealedLookup) throws(DatabaseError) -> [UInt8]
    /// The authentication code of some values of a row, bound to the tenant and the table.
    func code(of values: [SQLValue], in table: String) throws(DatabaseError) -> [UInt8]
    /// A row was read whose values do not have its code.
    func foundAltered(in table: String)
}

/// Refuses to seal and to unseal: no tenant's keys are known.
package final class RefusingSealer: ColumnSealer {
    package init() {}

    private var refusal: DatabaseError { .unsealable("the connection has no key to seal columns with") }

    package func seal(
        _ value: SQLValue, of column: any SealableColumn, in row: RowKey, lookedUp: [UInt8]?
    ) throws(DatabaseError) -> [UInt8] {
        throw refusal
    }

    package func unseal(
        _ sealed: [UInt8], of column: any SealableColumn, in row: RowKey
    ) throws(DatabaseError) -> SQLValue {
        throw refusal
    }

    package func lookup(_ folded: [UInt8], in lookup: any SealedLookup) throws(DatabaseError) -> [UInt8] {
        throw refusal
    }

    package func code(of values: [SQLValue], in table: String) throws(DatabaseError) -> [UInt8] { throw refusal }

    package func foundAltered(in table: String) {}
}

/// The sealing of a binding of a statement.
package struct Sealing: Sendable {
    package enum Form: Sendable {
        /// The value, sealed for its column and row.
        case value(any SealableColumn, RowKey)
        /// The lookup of the value.
        case lookup(any SealedLookup)
        /// The authentication code of values of a row of a table.
        case code([SQLValue], table: String)
    }

    /// The binding's position, from 0.
    package fileprivate(set) var position: Int
    package let form: Form
    /// The text that the lookup is made of; nil: the value. An engine that encrypts its files never asks.
    let lookedUpBy: (@Sendable () -> String)?

    /// - Parameters:
    ///   - position: that of the binding, from 0.
    ///   - lookedUpBy: makes the text of its lookup; nil: the value has it.
    package init(position: Int, form: Form, lookedUpBy: (@Sendable () -> String)? = nil) {
        self.position = position
        self.form = form
        self.lookedUpBy = lookedUpBy
    }

    fileprivate var lookedUp: [UInt8]? { lookedUpBy.map { Array($0().utf8) } }

    func moved(by count: Int) -> Sealing {
        var moved = self
        moved.position += count
        return moved
    }
}

extension SQL {
    /// The bindings as an engine that seals columns stores and compares them.
    package func bindings(sealedBy sealer: any ColumnSealer) throws(DatabaseError) -> [SQLValue] {
        guard !sealings.isEmpty else { return bindings }
        var sealed = bindings
        for sealing in sealings {
            if case .code(let values, let table) = sealing.form {
                sealed[sealing.position] = .blob(try sealer.code(of: values, in: table))
            }
            guard bindings[sealing.position] != .null else { continue }
            let value = bindings[sealing.position]
            switch sealing.form {
            case .value(let column, let row):
                sealed[sealing.position] = .blob(
                    try sealer.seal(value, of: column, in: row, lookedUp: sealing.lookedUp))
            case .lookup(let lookup):
                guard let folded = sealing.lookedUp ?? lookup.folded(value) else {
                    throw .unsealable("a value of the class \(lookup.name) can't be looked up by itself")
                }
                sealed[sealing.position] = .blob(try sealer.lookup(folded, in: lookup))
            case .code: break
            }
        }
        return sealed
    }
}

extension SQL.StringInterpolation {
    /// Binds a value that is sealed, or looked up. NULL is bound as it is.
    /// - Parameters:
    ///   - form: is not made for NULL: most statements that write a row have more of these than values.
    ///   - text: the text that its lookup is made of; nil: the value.
    package mutating func bind(
        _ value: SQLValue, as form: @autoclosure () -> Sealing.Form, lookedUpBy text: (@Sendable () -> String)? = nil
    ) {
        if value != .null {
            sealings.append(Sealing(position: bindings.count, form: form(), lookedUpBy: text))
        }
        bind(value)
    }

    /// Binds the authentication code of values of a row; NULL where the engine encrypts its files.
    package mutating func bind(codeOf values: [SQLValue], in table: String) {
        sealings.append(Sealing(position: bindings.count, form: .code(values, table: table)))
        bind(.null)
    }

    /// A column as it is compared: `\(lookup: "k.code") = \(lookup: "r.kit_code")`. It is the column itself where it is
    /// not sealed.
    package mutating func appendInterpolation(lookup column: SQL) {
        appendInterpolation(.lookup)
        appendInterpolation(column)
        appendInterpolation(.lookupEnd)
    }

    /// The same for a column that is compared without regard to case. Where it is not sealed, it is in small letters of
    /// ASCII; its lookup is folded already.
    package mutating func appendInterpolation(foldedLookup column: SQL) {
        appendInterpolation(.foldedLookup)
        appendInterpolation(column)
        appendInterpolation(.foldedLookupEnd)
    }
}

extension Row {
    /// The value of a sealed column.
    /// - Parameter row: the key that it was sealed with; only used if it is sealed.
    /// - Throws: `DatabaseError.unsealable` if it was altered, or moved.
    @inlinable package func value<T: SQLValueConvertible>(
        _ column: Int, unsealing sealed: @autoclosure () -> any SealableColumn,
        of row: @autoclosure () throws(DatabaseError) -> RowKey
    ) throws(DatabaseError) -> T {
        guard let sealer else { return try value(column) }
        return try value(column, unsealing: sealed(), of: row(), by: sealer)
    }

    /// Whether a column holds the authentication code of values of this row. Each row has one where columns are sealed.
    package func holds(codeOf values: [SQLValue], in table: String, at column: Int) throws(DatabaseError) -> Bool {
        guard let sealer else { return true }
        if case .blob(let code)? = stored(Int32(column)), try sealer.code(of: values, in: table) == code { return true }
        sealer.foundAltered(in: table)
        return false
    }

    /// The same of a row whose values can't even be read.
    package func foundAltered(in table: String) { sealer?.foundAltered(in: table) }

    @usableFromInline func value<T: SQLValueConvertible>(
        _ column: Int, unsealing sealed: any SealableColumn, of row: RowKey, by sealer: any ColumnSealer
    ) throws(DatabaseError) -> T {
        if isNull(Int32(column)) { return try value(column) }
        guard case .blob(let bytes)? = stored(Int32(column)) else { throw unexpected(column) }
        guard let value = T(sqlValue: try sealer.unseal(bytes, of: sealed, in: row)) else { throw unexpected(column) }
        return value
    }
}
