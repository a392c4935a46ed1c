import TextEncodings

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
