/// Derives keys from a secret by HKDF with SHA-256 (RFC 5869).
package enum HKDF {
    /// - Parameters:
    ///   - salt: need not be secret.
    ///   - info: the purpose of the key.
    ///   - length: at most 32 bytes, for which one block is enough.
    package static func key(
        from secret: [UInt8], salt: [UInt8], info: [UInt8], length: Int
    ) throws(KeyError) -> WipedBytes {
        guard length <= 32 else { throw .cryptography(operation: "HKDF") }
        let extracted = WipedBytes(try OpenSSL.hmac(secret, key: salt))
        let block = WipedBytes(try OpenSSL.hmac(info + [1], key: extracted.bytes))
        return WipedBytes(Array(block.bytes.prefix(length)))
    }
}
