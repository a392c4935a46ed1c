/// The key for the digests of one purpose, for code that needs no others.
package struct DigestKey: Sendable {
    private let key: WipedBytes

    init(_ key: WipedBytes) { self.key = key }

    /// A keyed hash of a secret, equal to that of `DigestKeys` for this purpose.
    package func digest(of secret: [UInt8]) throws(KeyError) -> [UInt8] { try OpenSSL.hmac(secret, key: key.bytes) }

    /// A key without any stored digests: it makes a lookup without a match take the same time.
    package static let idle = DigestKey(WipedBytes([UInt8](repeating: 0, count: 32)))
}

extension DigestKeys {
    /// The key for the digests of one purpose.
    package func key(for purpose: TenantKey.Purpose) -> DigestKey { DigestKey(secret(for: purpose)) }
}
