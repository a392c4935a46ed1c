/// The random secret that seals one tenant's audit log. It is not derived from the key of the tenant's file. So an
/// attacker with that key can read and write the audit log, but can't seal the changes. See the decision
/// `0020-a-chained-audit`.
package struct AuditKey: Sendable {
    /// 32 bytes for HMAC.
    private let macKey: MACKey
    /// The Ed25519 seed: 32 bytes.
    private let seed: WipedBytes
    /// The tenant whose audit log it seals.
    package let tenant: String
    /// Verifies the signatures; not secret.
    package let publicKey: [UInt8]

    static let length = 32 + Ed25519.seedLength

    /// A new key.
    package static func random(tenant: String) throws(KeyError) -> AuditKey {
        try AuditKey(WipedBytes(OpenSSL.random(length)), tenant: tenant)
    }

    /// - Parameter secret: `length` bytes.
    init(_ secret: WipedBytes, tenant: String) throws(KeyError) {
        let bytes = secret.bytes
        macKey = MACKey(WipedBytes(Array(bytes.prefix(32))))
        seed = WipedBytes(Array(bytes.suffix(Ed25519.seedLength)))
        self.tenant = tenant
        publicKey = try Ed25519.publicKey(of: seed.bytes)
    }

    /// Both secrets, as they are stored.
    var stored: WipedBytes { WipedBytes(macKey.secret.bytes + seed.bytes) }

    /// Whether it is the same key.
    func isSame(as other: AuditKey) -> Bool {
        macKey.secret.bytes == other.macKey.secret.bytes && seed.bytes == other.seed.bytes
    }

    /// HMAC-SHA-256 of a message.
    package func mac(of message: [UInt8]) throws(KeyError) -> [UInt8] {
        try macKey.code(of: message)
    }

    /// An Ed25519 signature of a message, for verifiers without this secret.
    package func signature(of message: [UInt8]) throws(KeyError) -> [UInt8] {
        try Ed25519.signature(of: message, by: seed.bytes)
    }

    /// Whether a message has a valid signature of this key.
    package func signed(_ message: [UInt8], with signature: [UInt8]) throws(KeyError) -> Bool {
        try Ed25519.isSignature(signature, of: message, by: publicKey)
    }
}
