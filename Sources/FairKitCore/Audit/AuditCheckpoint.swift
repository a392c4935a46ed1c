/// A signed statement of how far the audit had come: whoever keeps it elsewhere can show that what came before was not changed.
package struct AuditCheckpoint: Hashable, Sendable {
    /// One more than the one before.
    package let position: Int64
    /// The last entry that it covers, and that entry's MAC, which covers all entries before.
    package let number: Int64
    package let mac: [UInt8]
    package let at: Timestamp
    /// Ed25519, of `statement`.
    package let signature: [UInt8]

    /// Every so many entries there is one.
    package static let interval: Int64 = 1000

    package init(position: Int64, number: Int64, mac: [UInt8], at: Timestamp, signature: [UInt8]) {
        self.position = position
        self.number = number
        self.mac = mac
        self.at = at
        self.signature = signature
    }

    /// What is signed: lines of text, so that it can be put together again from an export.
    package func statement(of tenant: String) -> [UInt8] {
        AuditCheckpoint.statement(position: position, number: number, mac: mac, at: at, of: tenant)
    }

    /// The same of a checkpoint that has no signature yet.
    package static func statement(
        position: Int64, number: Int64, mac: [UInt8], at: Timestamp, of tenant: String
    ) -> [UInt8] {
        Array("fairkit/audit-checkpoint/v1\n\(tenant)\n\(position)\n\(number)\n\(at)\n\(hexadecimal(mac))\n".utf8)
    }
}

/// Lower-case hexadecimal text.
package func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}

/// The bytes of hexadecimal text; nil for anything else.
package func bytes(hexadecimal text: String) -> [UInt8]? {
    let digits = text.utf8.map { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
        guard let high = digits[index], let low = digits[index + 1] else { return nil }
        bytes.append(UInt8(high << 4 | low))
    }
    return bytes
}
