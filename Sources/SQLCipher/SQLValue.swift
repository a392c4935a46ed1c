/// One value of a column or a binding. SQLite's floating point is left out on purpose: FairKit stores exact numbers.
@usableFromInline package enum SQLValue: Hashable, Sendable {
    case null
    case integer(Int64)
    case text(String)
    case blob([UInt8])
}

/// A Swift value that stands in one column.
@usableFromInline package protocol SQLValueConvertible {
    /// What is bound.
    var sqlValue: SQLValue { get }
    /// The value read back, or nil if the column holds something else.
    init?(sqlValue: SQLValue)
    /// The same from the column itself, for what is read in each row of a list.
    init?(column: borrowing Column)
}

extension SQLValueConvertible {
    @inlinable package init?(column: borrowing Column) {
        guard let value = column.value else { return nil }
        self.init(sqlValue: value)
    }
}

/// A column as it stands, for callers that have to know its type, too.
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
    @inlinable package init?(column: borrowing Column) {
        guard let value = column.integer else { return nil }
        self = value
    }
}

extension Int: SQLValueConvertible {
    @inlinable package var sqlValue: SQLValue { .integer(Int64(self)) }
    @inlinable package init?(sqlValue: SQLValue) {
        guard case .integer(let value) = sqlValue else { return nil }
        self.init(exactly: value)
    }
    @inlinable package init?(column: borrowing Column) {
        guard let value = column.integer else { return nil }
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
    @inlinable package init?(column: borrowing Column) {
        guard let value = column.text else { return nil }
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
    @inlinable package init?(column: borrowing Column) {
        if column.isNull {
            self = .none
        } else if let value = Wrapped(column: column) {
            self = .some(value)
        } else {
            return nil
        }
    }
}

extension SQLValueConvertible where Self: RawRepresentable, RawValue: SQLValueConvertible {
    /// A value with a raw value is stored as that: `enum KitStatus: String, SQLValueConvertible`.
    @inlinable package var sqlValue: SQLValue { rawValue.sqlValue }
    /// Reads the raw value back.
    @inlinable package init?(sqlValue: SQLValue) {
        guard let raw = RawValue(sqlValue: sqlValue) else { return nil }
        self.init(rawValue: raw)
    }
    @inlinable package init?(column: borrowing Column) {
        guard let raw = RawValue(column: column) else { return nil }
        self.init(rawValue: raw)
    }
}
