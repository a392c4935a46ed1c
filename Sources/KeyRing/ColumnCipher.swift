/// Seals the values of columns by AES-256-GCM, each bound to its tenant, its column and its row. See decision 0117.
///
/// A sealed value is `lookup ‖ version ‖ nonce ‖ ciphertext ‖ tag`: 16 bytes of lookup in columns that are compared, else
/// none; one byte of version, which is 0; 12 of nonce; 16 of tag. The lookup comes first, so that an index on
/// `substr(column, 1, 16)` finds equal values.
///
/// Each value is sealed with a key of its own, which is derived from its place. So the number of values has no limit: only
/// the versions of one value share a key.
package struct ColumnCipher: Sendable {
    /// The tenant's id.
    private let tenant: [UInt8]
    private let columnKey: DigestKey
    private let lookupKey: DigestKey

    package static let lookupLength = 16
    /// The version of the form, and of the key once there is a second one.
    private static let version: UInt8 = 0
    /// The bytes that a sealed value has beside its plaintext and its lookup.
    package static let overhead = 1 + AES256GCM.nonceLength + AES256GCM.tagLength

    /// - Parameter tenant: the tenant's id.
    package init(tenant: String, keys: DigestKeys) {
        self.tenant = Array(tenant.utf8)
        columnKey = keys.key(for: .column)
        lookupKey = keys.key(for: .lookup)
    }

    /// Where a value stands.
    package struct Location: Sendable {
        /// `table.column`.
        let column: String
        /// The row's key, in a form in which no two rows are equal.
        let row: [UInt8]

        package init(column: String, row: [UInt8]) {
            self.column = column
            self.row = row
        }
    }

    /// - Parameters:
    ///   - lookup: 16 bytes of a column that is compared; empty for others.
    ///   - nonce: 12 random bytes.
    package func seal(
        _ plaintext: [UInt8], at location: Location, lookup: [UInt8], nonce: [UInt8]
    ) throws(KeyError) -> [UInt8] {
        let context = context(of: location)
        let key = WipedBytes(try columnKey.digest(of: context))
        let head = lookup + [ColumnCipher.version]
        return head + nonce
            + (try AES256GCM.seal(plaintext, key: key.bytes, nonce: nonce, authenticating: head + context))
    }

    /// - Parameter hasLookup: whether the column is compared.
    /// - Returns: nil: the value was altered, or sealed for another place, by another tenant, or in a later version.
    package func open(_ sealed: [UInt8], at location: Location, hasLookup: Bool) throws(KeyError) -> [UInt8]? {
        let headLength = (hasLookup ? ColumnCipher.lookupLength : 0) + 1
        let start = headLength + AES256GCM.nonceLength
        guard sealed.count >= start + AES256GCM.tagLength, sealed[headLength - 1] == ColumnCipher.version else {
            return nil
        }
        let context = context(of: location)
        let key = WipedBytes(try columnKey.digest(of: context))
        return try AES256GCM.open(
            Array(sealed[start...]), key: key.bytes, nonce: Array(sealed[headLength..<start]),
            authenticating: sealed[..<headLength] + context)
    }

    /// A keyed digest by which values are compared, cut to 16 bytes. It is equal for equal values of a class, and tells
    /// nothing else.
    package func lookup(of value: [UInt8], in name: String) throws(KeyError) -> [UInt8] {
        var message: [UInt8] = []
        message.append(counted: Array(name.utf8))
        message += value
        return Array(try lookupKey.digest(of: message).prefix(ColumnCipher.lookupLength))
    }

    /// An authentication code of some bytes of a table, cut to 16 bytes. It is bound to the tenant. See decision 0134.
    package func code(of bytes: [UInt8], in table: String) throws(KeyError) -> [UInt8] {
        var message = Array("fairkit/rights/v1".utf8)
        message.append(counted: tenant)
        message.append(counted: Array(table.utf8))
        message += bytes
        return Array(try columnKey.digest(of: message).prefix(ColumnCipher.lookupLength))
    }

    /// The place, in a form in which no two places are equal.
    private func context(of location: Location) -> [UInt8] {
        var context = Array("fairkit/sealed-column/v1".utf8)
        context.reserveCapacity(context.count + tenant.count + location.column.utf8.count + location.row.count + 12)
        context.append(counted: tenant)
        context.append(counted: Array(location.column.utf8))
        context.append(counted: location.row)
        return context
    }
}

extension [UInt8] {
    /// Appends the number of some bytes, in four bytes with the most significant one first, and the bytes.
    fileprivate mutating func append(counted bytes: [UInt8]) {
        let count = UInt32(bytes.count)
        for shift in stride(from: 24, through: 0, by: -8) { append(UInt8(truncatingIfNeeded: count >> shift)) }
        self += bytes
    }
}
