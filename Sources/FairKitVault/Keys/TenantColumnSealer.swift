package import KeyRing
package import Relational

/// Seals the columns of one tenant, for a database that does not encrypt its files.
package final class TenantColumnSealer: ColumnSealer {
    private let cipher: ColumnCipher
    private let altered: @Sendable (String) -> Void

    /// - Parameter altered: gets the table of each row that does not have its code.
    package init(_ cipher: ColumnCipher, altered: @escaping @Sendable (String) -> Void = { _ in }) {
        self.cipher = cipher
        self.altered = altered
    }

    package func code(of values: [SQLValue], in table: String) throws(DatabaseError) -> [UInt8] {
        try mapping { () throws(KeyError) in try cipher.code(of: values.flatMap(\.counted), in: table) }
    }

    package func foundAltered(in table: String) { altered(table) }

    package func seal(
        _ value: SQLValue, of column: any SealableColumn, in row: RowKey, lookedUp: [UInt8]?
    ) throws(DatabaseError) -> [UInt8] {
        guard let plain = column.kind.bytes(of: value) else {
            throw .unsealable("\(column.name) can't hold a value of this type")
        }
        var lookup: [UInt8] = []
        if let ofColumn = column.lookup {
            guard let folded = lookedUp ?? ofColumn.folded(value) else {
                throw .unsealable("a value of \(column.name) has to say what it is looked up by")
            }
            lookup = try self.lookup(folded, in: ofColumn)
        }
        return try mapping { () throws(KeyError) in
            try cipher.seal(plain, at: column.location(in: row), lookup: lookup, nonce: try randomBytes(12))
        }
    }

    package func unseal(
        _ sealed: [UInt8], of column: any SealableColumn, in row: RowKey
    ) throws(DatabaseError) -> SQLValue {
        let plain = try mapping { () throws(KeyError) in
            try cipher.open(sealed, at: column.location(in: row), hasLookup: column.lookup != nil)
        }
        guard let plain, let value = column.kind.value(of: plain) else {
            throw .unsealable(
                "a value of \(column.name) was altered, or does not belong to its row; restore the database from a backup"
            )
        }
        return value
    }

    package func lookup(_ folded: [UInt8], in lookup: any SealedLookup) throws(DatabaseError) -> [UInt8] {
        try mapping { () throws(KeyError) in try cipher.lookup(of: folded, in: lookup.name) }
    }

    private func mapping<T>(_ body: () throws(KeyError) -> T) throws(DatabaseError) -> T {
        do throws(KeyError) { return try body() } catch { throw .unsealable("\(error)") }
    }
}

extension SealableColumn {
    fileprivate func location(in row: RowKey) -> ColumnCipher.Location {
        ColumnCipher.Location(column: name, row: row.bytes)
    }
}

extension SealedKind {
    /// nil: the value has another type.
    fileprivate func bytes(of value: SQLValue) -> [UInt8]? {
        switch (self, value) {
        case (.integer, .integer(let number)): number.bigEndianBytes
        case (.text, .text(let text)): Array(text.utf8)
        case (.bytes, .blob(let bytes)): bytes
        default: nil
        }
    }

    /// nil: an integer has 8 bytes, and a text is UTF-8.
    fileprivate func value(of bytes: [UInt8]) -> SQLValue? {
        switch self {
        case .integer:
            bytes.count == 8
                ? .integer(Int64(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) })) : nil
        case .text: String(validating: bytes, as: UTF8.self).map { .text($0) }
        case .bytes: .blob(bytes)
        }
    }
}

extension RowKey {
    /// The values with their types and lengths, so that no two keys are equal.
    fileprivate var bytes: [UInt8] {
        switch self {
        case .one(let value): value.counted
        case .two(let first, let second): first.counted + second.counted
        }
    }
}

extension SQLValue {
    fileprivate var counted: [UInt8] {
        switch self {
        case .null: [0]
        case .integer(let number): [1] + number.bigEndianBytes
        case .text(let text): [2] + Int64(text.utf8.count).bigEndianBytes + Array(text.utf8)
        case .blob(let bytes): [3] + Int64(bytes.count).bigEndianBytes + bytes
        }
    }
}

extension Int64 {
    fileprivate var bigEndianBytes: [UInt8] {
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: self >> $0) }
    }
}
