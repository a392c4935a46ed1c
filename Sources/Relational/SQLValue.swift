/// A value of a column or a binding. SQLite's floating point is omitted on purpose: FairKit stores exact numbers.
@usableFromInline package enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case text(String)
    case blob([UInt8])
}

/// A Swift value that is stored in one column.
@usableFromInline package protocol SQLValueConvertible {
    /// The bound value.
    var sqlValue: SQLValue { get }
    /// Reads the value back; nil if the column has another type.
    init?(sqlValue: SQLValue)
    /// The same directly from the column, for values in each row of a list.
    init?(column: Int32, of row: borrowing Row)
}

extension SQLValueConvertible {
    @inlinable package init?(column: Int32, of row: borrowing Row) {
        guard let value = row.stored(column) else { return nil }
        self.init(sqlValue: value)
    }
}

/// The stored value itself, for callers that need its type as well.
extension SQLValue: SQLValueConvertible {
    @inlinable package var sqlValue: SQLValue { self }
    @inlinable package init(sqlValue: SQLValue) { self = sqlValue }
}

extension Int64: SQLValueConvertible {
    @inlinable package var sqlValue: SQLValue { .integer(self) }
    @inlinable package init?(sqlValue: SQLValue) {
        guard case .integer(let value) = sqlValue else { return nil }
        self = value
    }
    @inlinable package init?(column: Int32, of row: borrowing Row) {
        guard let value = row.integer(column) else { return nil }
        self = value
    }
}

extension Int: SQLValueConvertible {
    @inlinable package var sqlValue: SQLValue { .integer(Int64(self)) }
    @inlinable package init?(sqlValue: SQLValue) {
        guard case .integer(let value) = sqlValue else { return nil }
        self.init(exactly: value)
    }
    @inlinable package init?(column: Int32, of row: borrowing Row) {
        guard let value = row.integer(column) else { return nil }
        self.init(exactly: value)
    }
}

extension Bool: SQLValueConvertible {
    @inlinable package var sqlValue: SQLValue { .integer(self ? 1 : 0) }
    @inlinable package init?(sqlValue: SQLValue) {
        switch sqlValue {
        case .integer(0): self = false
        case .integer(1): self = true
        default: return nil
        }
    }
}

extension String: SQLValueConvertible {
    @inlinable package var sqlValue: SQLValue { .text(self) }
    @inlinable package init?(sqlValue: SQLValue) {
        guard case .text(let value) = sqlValue else { return nil }
        self = value
    }
    @inlinable package init?(column: Int32, of row: borrowing Row) {
        guard let value = row.text(column) else { return nil }
        self = value
    }
}

extension [UInt8]: SQLValueConvertible {
    @inlinable package var sqlValue: SQLValue { .blob(self) }
    @inlinable package init?(sqlValue: SQLValue) {
        guard case .blob(let value) = sqlValue else { return nil }
        self = value
    }
}

extension Optional: SQLValueConvertible where Wrapped: SQLValueConvertible {
    @inlinable package var sqlValue: SQLValue {
        switch self {
        case .some(let value): value.sqlValue
        case .none: .null
        }
    }
    @inlinable package init?(sqlValue: SQLValue) {
        if sqlValue == .null {
            self = .none
        } else if let value = Wrapped(sqlValue: sqlValue) {
            self = .some(value)
        } else {
            return nil
        }
    }
    @inlinable package init?(column: Int32, of row: borrowing Row) {
        if row.isNull(column) {
            self = .none
        } else if let value = Wrapped(column: column, of: row) {
            self = .some(value)
        } else {
            return nil
        }
    }
}

extension SQLValueConvertible where Self: RawRepresentable, RawValue: SQLValueConvertible {
    /// A raw-representable value is stored as its raw value: `enum KitStatus: String, SQLValueConvertible`.
    @inlinable package var sqlValue: SQLValue { rawValue.sqlValue }
    /// Reads the raw value back.
    @inlinable package init?(sqlValue: SQLValue) {
        guard let raw = RawValue(sqlValue: sqlValue) else { return nil }
        self.init(rawValue: raw)
    }
    @inlinable package init?(column: Int32, of row: borrowing Row) {
        guard let raw = RawValue(column: column, of: row) else { return nil }
        self.init(rawValue: raw)
    }
}
