/// What the digests of one purpose are made with, for code that makes no others.
package struct DigestKey: Sendable {
    private let key: WipedBytes

    init(_ key: WipedBytes) { self.key = key }

    /// A keyed hash of a secret, the same as `DigestKeys` makes for this purpose.
    package func digest(of secret: [UInt8]) throws(KeyError) -> [UInt8] { try OpenSSL.hmac(secret, key: key.bytes) }

    /// A key that nothing stored was digested with: to do the same work where there is nothing to find.
    package static let idle = DigestKey(WipedBytes([UInt8](repeating: 0, count: 32)))
}

extension DigestKeys {
    /// What the digests of one purpose are made with.
    package func key(for purpose: TenantKey.Purpose) -> DigestKey { DigestKey(secret(for: purpose)) }
}
