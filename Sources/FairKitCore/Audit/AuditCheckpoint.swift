import TextEncodings

/// A signed statement of the audit log's state. A copy kept elsewhere proves that earlier entries were not changed.
package struct AuditCheckpoint: Equatable, Sendable {
    /// Consecutive, from 1.
    package let position: Int64
    /// The last entry covered, and that entry's MAC, which covers all entries before it.
    package let number: Int64
    package let mac: [UInt8]
    package let at: Timestamp
    /// The Ed25519 signature of `statement`.
    package let signature: [UInt8]

    /// The number of entries between two checkpoints.
    package static let interval: Int64 = 1000

    package init(position: Int64, number: Int64, mac: [UInt8], at: Timestamp, signature: [UInt8]) {
        self.position = position
        self.number = number
        self.mac = mac
        self.at = at
        self.signature = signature
    }

    /// The signed bytes: lines of text, so that a verifier can rebuild them from an export.
    package func statement(of tenant: String) -> [UInt8] {
        AuditCheckpoint.statement(position: position, number: number, mac: mac, at: at, of: tenant)
    }

    /// The statement of a checkpoint that is not signed yet.
    package static func statement(
        position: Int64, number: Int64, mac: [UInt8], at: Timestamp, of tenant: String
    ) -> [UInt8] {
        Array("fairkit/audit-checkpoint/v1\n\(tenant)\n\(position)\n\(number)\n\(at)\n\(hexadecimal(mac))\n".utf8)
    }
}
