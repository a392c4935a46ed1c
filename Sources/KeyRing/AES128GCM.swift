/// Encryption for a receiver that uses AES-128-GCM (NIST SP 800-38D). FairKit's own data is encrypted with AES-256-GCM.
package enum AES128GCM {
    package static let keyLength = 16
    package static let nonceLength = OpenSSL.nonceLength
    package static let tagLength = OpenSSL.tagLength

    /// - Parameter nonce: 12 bytes that are used once for a key.
    /// - Returns: the ciphertext followed by its 16-byte tag.
    package static func seal(_ plaintext: [UInt8], key: [UInt8], nonce: [UInt8]) throws(KeyError) -> [UInt8] {
        try OpenSSL.sealShort(plaintext, key: key, nonce: nonce)
    }
}
