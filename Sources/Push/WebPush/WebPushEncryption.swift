package import KeyRing

/// Encrypts a message for a browser, so that its push service can't read it: `aes128gcm` (RFC 8188) with keys that
/// server and browser agree on (RFC 8291).
package struct WebPushEncryption: Sendable {
    /// The browser's key and authentication secret.
    private let receiver: P256PublicKey
    private let secret: [UInt8]
    /// Used for one message.
    private let sender: P256PrivateKey
    private let salt: [UInt8]

    package static let saltLength = 16
    /// The body's size that every push service accepts (RFC 8030, section 7.2).
    package static let mostBytes = 4096
    /// Before the ciphertext: salt, record size, length of the key, key (RFC 8188, section 2.1).
    private static let headerLength = saltLength + 4 + 1 + P256PublicKey.length
    /// The longest plaintext: one byte ends it, and sixteen authenticate it.
    package static let mostPlaintext = mostBytes - headerLength - AES128GCM.tagLength - 1
    private static let recordSize: [UInt8] = [0, 0, 0x10, 0]

    /// - Parameters:
    ///   - secret: 16 bytes.
    ///   - sender: a new key for each message.
    ///   - salt: 16 random bytes for each message.
    package init(receiver: P256PublicKey, secret: [UInt8], sender: P256PrivateKey, salt: [UInt8]) {
        self.receiver = receiver
        self.secret = secret
        self.sender = sender
        self.salt = salt
    }

    /// The body of the request.
    /// - Parameter block: the plaintext with its end is padded to a multiple of this many bytes, as far as they fit, so
    ///   that the body's length says little about the text.
    package func body(of plaintext: [UInt8], paddedTo block: Int) throws(KeyError) -> [UInt8] {
        guard plaintext.count <= WebPushEncryption.mostPlaintext, salt.count == WebPushEncryption.saltLength else {
            throw .cryptography(operation: "Web Push")
        }
        // RFC 8291, section 3.4.
        let agreed = try sender.sharedSecret(with: receiver)
        let info = Array("WebPush: info".utf8) + [0] + receiver.bytes + sender.publicKey.bytes
        let material = try HKDF.key(from: agreed.bytes, salt: secret, info: info, length: 32)
        // RFC 8188, sections 2.2 and 2.3. There is one record, so its number 0 leaves the nonce as it is.
        let key = try HKDF.key(
            from: material.bytes, salt: salt, info: Array("Content-Encoding: aes128gcm".utf8) + [0],
            length: AES128GCM.keyLength)
        let nonce = try HKDF.key(
            from: material.bytes, salt: salt, info: Array("Content-Encoding: nonce".utf8) + [0],
            length: AES128GCM.nonceLength)
        // 2 ends the last record's content; zeros are padding.
        var record = plaintext + [2]
        let full = (record.count + block - 1) / block * block
        let padded = min(full, WebPushEncryption.mostPlaintext + 1)
        record += [UInt8](repeating: 0, count: padded - record.count)
        let header =
            salt + WebPushEncryption.recordSize + [UInt8(P256PublicKey.length)] + sender.publicKey.bytes
        return header + (try AES128GCM.seal(record, key: key.bytes, nonce: nonce.bytes))
    }
}
