/// The random secret that seals one tenant's audit. It is not derived from the key of the tenant's file, so that whoever holds that
/// one can read and write the audit, but not seal what was written. See the decision `0020-a-chained-audit`.
package struct AuditKey: Sendable {
    /// 32 bytes for HMAC, then the 32 bytes that Ed25519's keys are made of.
    let bytes: [UInt8]
    /// Whose audit it is.
    package let tenant: String
    /// What the signatures are checked with; no secret.
    package let publicKey: [UInt8]

    static let length = 32 + Ed25519.seedLength

    /// A new key.
    package static func random(tenant: String) throws(KeyError) -> AuditKey {
        try AuditKey(bytes: OpenSSL.random(length), tenant: tenant)
    }

    /// - Parameter bytes: as many as `length`.
    init(bytes: [UInt8], tenant: String) throws(KeyError) {
        self.bytes = bytes
        self.tenant = tenant
        publicKey = try Ed25519.publicKey(of: Array(bytes.suffix(Ed25519.seedLength)))
    }

    /// HMAC-SHA-256 of a message.
    package func mac(of message: [UInt8]) throws(KeyError) -> [UInt8] {
        try OpenSSL.hmac(message, key: Array(bytes.prefix(32)))
    }

    /// An Ed25519 signature of a message, for those who do not know this secret.
    package func signature(of message: [UInt8]) throws(KeyError) -> [UInt8] {
        try Ed25519.signature(of: message, by: Array(bytes.suffix(Ed25519.seedLength)))
    }

    /// Whether a message bears this key's signature.
    package func signed(_ message: [UInt8], with signature: [UInt8]) throws(KeyError) -> Bool {
        try Ed25519.isSignature(signature, of: message, by: publicKey)
    }
}
