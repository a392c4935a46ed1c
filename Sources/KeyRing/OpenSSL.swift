import COpenSSL

/// The few operations of OpenSSL 3 that FairKit uses, each with checked lengths.
enum OpenSSL {
    static let nonceLength = 12
    static let tagLength = 16

    static func random(_ count: Int) throws(KeyError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        guard unsafe RAND_bytes(&bytes, Int32(count)) == 1 else { throw .cryptography(operation: "random bytes") }
        return bytes
    }

    enum Hash: String {
        case sha1 = "SHA1"
        case sha256 = "SHA256"

        var length: Int { self == .sha1 ? 20 : 32 }
    }

    /// HMAC by a key that is used once.
    static func hmac(_ message: [UInt8], key: [UInt8], hash: Hash = .sha256) throws(KeyError) -> [UInt8] {
        try PreparedMAC(key, hash).code(of: message)
    }

    /// SHA-256 (FIPS 180-4).
    static func digest(_ message: [UInt8]) throws(KeyError) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Hash.sha256.length)
        var count = 0
        let done = unsafe EVP_Q_digest(
            nil, Hash.sha256.rawValue, nil, message, message.count, &digest, &count)
        guard done == 1, count == digest.count else { throw .cryptography(operation: "SHA-256") }
        return digest
    }

    /// AES-256-GCM (NIST SP 800-38D).
    /// - Returns: the ciphertext followed by its 16-byte tag.
    static func seal(
        _ plaintext: [UInt8], key: [UInt8], nonce: [UInt8], authenticating header: [UInt8]
    ) throws(KeyError) -> [UInt8] {
        guard key.count == 32 else { throw .cryptography(operation: "AES-256-GCM") }
        return try unsafe seal(plaintext, by: EVP_aes_256_gcm(), key: key, nonce: nonce, authenticating: header)
    }

    /// AES-128-GCM, for receivers that use it.
    /// - Returns: the ciphertext followed by its 16-byte tag.
    static func sealShort(_ plaintext: [UInt8], key: [UInt8], nonce: [UInt8]) throws(KeyError) -> [UInt8] {
        guard key.count == 16 else { throw .cryptography(operation: "AES-128-GCM") }
        return try unsafe seal(plaintext, by: EVP_aes_128_gcm(), key: key, nonce: nonce, authenticating: [])
    }

    private static func seal(
        _ plaintext: [UInt8], by cipher: OpaquePointer?, key: [UInt8], nonce: [UInt8], authenticating header: [UInt8]
    ) throws(KeyError) -> [UInt8] {
        let failure = KeyError.cryptography(operation: "AES-GCM")
        guard nonce.count == nonceLength else { throw failure }
        let context = try CipherContext()
        var output = [UInt8](repeating: 0, count: plaintext.count)
        var tag = [UInt8](repeating: 0, count: tagLength)
        var count: Int32 = 0
        guard unsafe EVP_EncryptInit_ex(context.handle, cipher, nil, key, nonce) == 1,
            unsafe EVP_EncryptUpdate(context.handle, nil, &count, header, Int32(header.count)) == 1,
            unsafe EVP_EncryptUpdate(context.handle, &output, &count, plaintext, Int32(plaintext.count)) == 1,
            unsafe EVP_EncryptFinal_ex(context.handle, nil, &count) == 1,
            unsafe EVP_CIPHER_CTX_ctrl(context.handle, EVP_CTRL_AEAD_GET_TAG, Int32(tagLength), &tag) == 1
        else { throw failure }
        return output + tag
    }

    /// - Returns: the plaintext, or nil if the tag is invalid.
    static func open(
        _ sealed: [UInt8], key: [UInt8], nonce: [UInt8], authenticating header: [UInt8]
    ) throws(KeyError) -> [UInt8]? {
        let failure = KeyError.cryptography(operation: "AES-256-GCM")
        guard key.count == 32, nonce.count == nonceLength, sealed.count >= tagLength else { throw failure }
        let ciphertext = Array(sealed.dropLast(tagLength))
        var tag = Array(sealed.suffix(tagLength))
        let context = try CipherContext()
        var output = [UInt8](repeating: 0, count: ciphertext.count)
        var count: Int32 = 0
        guard unsafe EVP_DecryptInit_ex(context.handle, EVP_aes_256_gcm(), nil, key, nonce) == 1,
            unsafe EVP_DecryptUpdate(context.handle, nil, &count, header, Int32(header.count)) == 1,
            unsafe EVP_DecryptUpdate(context.handle, &output, &count, ciphertext, Int32(ciphertext.count)) == 1,
            unsafe EVP_CIPHER_CTX_ctrl(context.handle, EVP_CTRL_AEAD_SET_TAG, Int32(tagLength), &tag) == 1
        else { throw failure }
        return unsafe EVP_DecryptFinal_ex(context.handle, nil, &count) == 1 ? output : nil
    }
}

extension OpenSSL {
    /// One block of AES-256-CBC (NIST SP 800-38A), without padding.
    static func decryptBlock(_ block: [UInt8], key: [UInt8], iv: [UInt8]) throws(KeyError) -> [UInt8] {
        let failure = KeyError.cryptography(operation: "AES-256-CBC")
        guard block.count == 16, key.count == 32, iv.count == 16 else { throw failure }
        let context = try CipherContext()
        var output = [UInt8](repeating: 0, count: 32)
        var count: Int32 = 0
        guard unsafe EVP_DecryptInit_ex(context.handle, EVP_aes_256_cbc(), nil, key, iv) == 1,
            unsafe EVP_CIPHER_CTX_set_padding(context.handle, 0) == 1,
            unsafe EVP_DecryptUpdate(context.handle, &output, &count, block, 16) == 1, count == 16
        else { throw failure }
        return Array(output.prefix(16))
    }
}

@safe private struct CipherContext: ~Copyable {
    let handle: OpaquePointer

    init() throws(KeyError) {
        guard let context = unsafe EVP_CIPHER_CTX_new() else { throw .cryptography(operation: "AES-256-GCM") }
        unsafe handle = context
    }

    deinit {
        unsafe EVP_CIPHER_CTX_free(handle)
    }
}

/// Compares secrets in a time that does not reveal where they differ.
package func equalInConstantTime(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    return unsafe CRYPTO_memcmp(left, right, left.count) == 0
}

/// Bytes from OpenSSL's generator, for keys, tokens and nonces.
package func randomBytes(_ count: Int) throws(KeyError) -> [UInt8] {
    try OpenSSL.random(count)
}

/// The SHA-256 digest of bytes.
package func sha256(_ bytes: [UInt8]) throws(KeyError) -> [UInt8] {
    try OpenSSL.digest(bytes)
}
