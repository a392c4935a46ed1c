/// What the digests of one purpose are made with, for code that makes no others.
package struct DigestKey: Sendable {
    private let bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// A keyed hash of a secret, the same as `DigestKeys` makes for this purpose.
    package func digest(of secret: [UInt8]) throws(KeyError) -> [UInt8] { try OpenSSL.hmac(secret, key: bytes) }

    /// A key that nothing stored was digested with: to do the same work where there is nothing to find.
    package static let idle = DigestKey(bytes: [UInt8](repeating: 0, count: 32))
}

extension DigestKeys {
    /// What the digests of one purpose are made with.
    package func key(for purpose: TenantKey.Purpose) -> DigestKey { DigestKey(bytes: keyBytes(for: purpose)) }
}
