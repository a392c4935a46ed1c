import COpenSSL

/// Ed25519 signatures (RFC 8032), which can be verified with the public key.
package enum Ed25519 {
    package static let seedLength = 32
    package static let publicKeyLength = 32
    package static let signatureLength = 64

    /// The public key of a seed.
    package static func publicKey(of seed: [UInt8]) throws(KeyError) -> [UInt8] {
        let key = try PrivateKey(seed)
        var bytes = [UInt8](repeating: 0, count: publicKeyLength)
        var count = bytes.count
        guard unsafe EVP_PKEY_get_raw_public_key(key.handle, &bytes, &count) == 1, count == bytes.count
        else { throw failure }
        return bytes
    }

    /// Signs a message. The same message always has the same signature.
    package static func signature(of message: [UInt8], by seed: [UInt8]) throws(KeyError) -> [UInt8] {
        let key = try PrivateKey(seed)
        let context = try Digest()
        var signature = [UInt8](repeating: 0, count: signatureLength)
        var count = signature.count
        guard unsafe EVP_DigestSignInit(context.handle, nil, nil, nil, key.handle) == 1,
            unsafe EVP_DigestSign(context.handle, &signature, &count, message, message.count) == 1,
            count == signature.count
        else { throw failure }
        return signature
    }

    /// Whether a message was signed with the seed of a public key.
    package static func isSignature(
        _ signature: [UInt8], of message: [UInt8], by publicKey: [UInt8]
    ) throws(KeyError) -> Bool {
        guard signature.count == signatureLength, publicKey.count == publicKeyLength else { return false }
        // An invalid curve point is detected when the key is used.
        guard let key = PublicKey(publicKey) else { return false }
        let context = try Digest()
        guard unsafe EVP_DigestVerifyInit(context.handle, nil, nil, nil, key.handle) == 1 else { throw failure }
        return unsafe EVP_DigestVerify(context.handle, signature, signature.count, message, message.count) == 1
    }

    fileprivate static let failure = KeyError.cryptography(operation: "Ed25519")
}

@safe private struct PrivateKey: ~Copyable {
    let handle: OpaquePointer

    init(_ seed: [UInt8]) throws(KeyError) {
        guard seed.count == Ed25519.seedLength,
            let key = unsafe EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nil, seed, seed.count)
        else { throw Ed25519.failure }
        unsafe handle = key
    }

    deinit {
        unsafe EVP_PKEY_free(handle)
    }
}

@safe private struct PublicKey: ~Copyable {
    let handle: OpaquePointer

    init?(_ bytes: [UInt8]) {
        guard let key = unsafe EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nil, bytes, bytes.count) else {
            return nil
        }
        unsafe handle = key
    }

    deinit {
        unsafe EVP_PKEY_free(handle)
    }
}

@safe private struct Digest: ~Copyable {
    let handle: OpaquePointer

    init() throws(KeyError) {
        guard let context = unsafe EVP_MD_CTX_new() else { throw Ed25519.failure }
        unsafe handle = context
    }

    deinit {
        unsafe EVP_MD_CTX_free(handle)
    }
}
