/// The random secret that seals one tenant's audit. It is not derived from the key of the tenant's file, so that whoever holds that
/// one can read and write the audit, but not seal what was written. See the decision `0020-a-chained-audit`.
package struct AuditKey: Sendable {
    /// 32 bytes for HMAC.
    private let macKey: WipedBytes
    /// 32 bytes that Ed25519's keys are made of.
    private let seed: WipedBytes
    /// Whose audit it is.
    package let tenant: String
    /// What the signatures are checked with; no secret.
    package let publicKey: [UInt8]

    static let length = 32 + Ed25519.seedLength

    /// A new key.
    package static func random(tenant: String) throws(KeyError) -> AuditKey {
        try AuditKey(WipedBytes(OpenSSL.random(length)), tenant: tenant)
    }

    /// - Parameter secret: as many bytes as `length`.
    init(_ secret: WipedBytes, tenant: String) throws(KeyError) {
        let bytes = secret.bytes
        macKey = WipedBytes(Array(bytes.prefix(32)))
        seed = WipedBytes(Array(bytes.suffix(Ed25519.seedLength)))
        self.tenant = tenant
        publicKey = try Ed25519.publicKey(of: seed.bytes)
    }

    /// Both, as they are stored.
    var stored: WipedBytes { WipedBytes(macKey.bytes + seed.bytes) }

    /// Whether it is the same key.
    func isSame(as other: AuditKey) -> Bool {
        macKey.bytes == other.macKey.bytes && seed.bytes == other.seed.bytes
    }

    /// HMAC-SHA-256 of a message.
    package func mac(of message: [UInt8]) throws(KeyError) -> [UInt8] {
        try OpenSSL.hmac(message, key: macKey.bytes)
    }

    /// An Ed25519 signature of a message, for those who do not know this secret.
    package func signature(of message: [UInt8]) throws(KeyError) -> [UInt8] {
        try Ed25519.signature(of: message, by: seed.bytes)
    }

    /// Whether a message bears this key's signature.
    package func signed(_ message: [UInt8], with signature: [UInt8]) throws(KeyError) -> Bool {
        try Ed25519.isSignature(signature, of: message, by: publicKey)
    }
}
