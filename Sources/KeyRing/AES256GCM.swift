/// Encryption of FairKit's own data by AES-256-GCM (NIST SP 800-38D), with additional data that is authenticated and not
/// encrypted.
package enum AES256GCM {
    package static let keyLength = 32
    package static let nonceLength = OpenSSL.nonceLength
    package static let tagLength = OpenSSL.tagLength

    /// - Parameters:
    ///   - nonce: 12 bytes that are used once for a key.
    ///   - header: the additional data.
    /// - Returns: the ciphertext followed by its 16-byte tag.
    package static func seal(
        _ plaintext: [UInt8], key: [UInt8], nonce: [UInt8], authenticating header: [UInt8]
    ) throws(KeyError) -> [UInt8] {
        try OpenSSL.seal(plaintext, key: key, nonce: nonce, authenticating: header)
    }

    /// - Parameter sealed: the ciphertext followed by its 16-byte tag.
    /// - Returns: the plaintext; nil: the tag is invalid.
    package static func open(
        _ sealed: [UInt8], key: [UInt8], nonce: [UInt8], authenticating header: [UInt8]
    ) throws(KeyError) -> [UInt8]? {
        guard sealed.count >= tagLength else { return nil }
        return try OpenSSL.open(sealed, key: key, nonce: nonce, authenticating: header)
    }
}
