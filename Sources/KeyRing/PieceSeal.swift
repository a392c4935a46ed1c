/// Seals the numbered pieces of one file by AES-256-GCM (NIST SP 800-38D), with a key that seals nothing else.
///
/// The nonce is the number of the piece, so no number may be used twice.
package struct PieceSeal: Sendable {
    private let key: WipedBytes

    /// The size of a wrapped key: nonce, key and tag.
    package static let wrappedLength = OpenSSL.nonceLength + keyLength + OpenSSL.tagLength
    /// By how much a sealed piece is longer.
    package static let overhead = OpenSSL.tagLength
    private static let keyLength = 32

    private init(_ key: WipedBytes) { self.key = key }

    /// A seal with a new key.
    package static func random() throws(KeyError) -> PieceSeal {
        PieceSeal(WipedBytes(try OpenSSL.random(keyLength)))
    }

    /// Its key, wrapped by another one.
    /// - Parameter header: is authenticated with it.
    package func wrapped(by master: MasterKey, authenticating header: [UInt8]) throws(KeyError) -> [UInt8] {
        let nonce = try OpenSSL.random(OpenSSL.nonceLength)
        return nonce + (try OpenSSL.seal(key.bytes, key: master.bytes, nonce: nonce, authenticating: header))
    }

    /// - Parameter wrapped: `wrappedLength` bytes.
    /// - Returns: nil if the other key did not wrap it with this header.
    package init?(_ wrapped: [UInt8], by master: MasterKey, authenticating header: [UInt8]) throws(KeyError) {
        guard wrapped.count == PieceSeal.wrappedLength else { return nil }
        let (nonce, sealed) = (
            Array(wrapped.prefix(OpenSSL.nonceLength)), Array(wrapped.dropFirst(OpenSSL.nonceLength))
        )
        guard let key = try OpenSSL.open(sealed, key: master.bytes, nonce: nonce, authenticating: header) else {
            return nil
        }
        self.key = WipedBytes(key)
    }

    /// - Parameter header: is authenticated with the piece.
    package func seal(
        _ piece: [UInt8], number: UInt64, authenticating header: [UInt8]
    ) throws(KeyError) -> [UInt8] {
        try OpenSSL.seal(piece, key: key.bytes, nonce: PieceSeal.nonce(number), authenticating: header)
    }

    /// - Returns: nil if these bytes were not sealed with this number and this header.
    package func open(
        _ sealed: [UInt8], number: UInt64, authenticating header: [UInt8]
    ) throws(KeyError) -> [UInt8]? {
        guard sealed.count >= OpenSSL.tagLength else { return nil }
        return try OpenSSL.open(sealed, key: key.bytes, nonce: PieceSeal.nonce(number), authenticating: header)
    }

    private static func nonce(_ number: UInt64) -> [UInt8] {
        [0, 0, 0, 0] + (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }
}
