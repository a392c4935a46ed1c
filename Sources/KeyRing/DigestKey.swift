/// The key for the digests of one purpose, for code that needs no others.
package struct DigestKey: Sendable {
    private let key: MACKey

    init(_ key: MACKey) { self.key = key }

    /// A keyed hash of a secret, equal to that of `DigestKeys` for this purpose.
    package func digest(of secret: [UInt8]) throws(KeyError) -> [UInt8] { try key.code(of: secret) }

    /// A key without any stored digests: it makes a lookup without a match take the same time.
    package static let idle = DigestKey(MACKey(WipedBytes([UInt8](repeating: 0, count: 32))))
}
