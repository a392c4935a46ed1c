import COpenSSL

/// A private or public key that OpenSSL holds. It does not change, so many threads may use it at a time
/// (openssl-threads(7)).
@safe final class OpenSSLKey: Sendable {
    nonisolated(unsafe) let handle: OpaquePointer

    /// - Parameter handle: is released with this value.
    private init(owning handle: OpaquePointer) { unsafe self.handle = handle }

    deinit { unsafe EVP_PKEY_free(handle) }

    /// The private key of a PEM text (RFC 7468), without a passphrase.
    /// - Returns: nil if it holds none that OpenSSL can read.
    static func privateKey(pem: [UInt8]) -> OpenSSLKey? {
        guard let input = unsafe BIO_new_mem_buf(pem, Int32(clamping: pem.count)) else { return nil }
        defer { unsafe BIO_free(input) }
        // With an empty passphrase OpenSSL does not ask for one at the terminal.
        var passphrase: [CChar] = [0]
        return unsafe owned(PEM_read_bio_PrivateKey(input, nil, nil, &passphrase))
    }

    /// The private key in DER: PKCS#8 (RFC 5958).
    static func privateKey(der: [UInt8]) -> OpenSSLKey? {
        unsafe der.withUnsafeBufferPointer { bytes in
            var place = bytes.baseAddress
            return unsafe owned(d2i_AutoPrivateKey(nil, &place, bytes.count))
        }
    }

    /// The public key in DER: SubjectPublicKeyInfo (RFC 5280, section 4.1.2.7).
    static func publicKey(der: [UInt8]) -> OpenSSLKey? {
        unsafe der.withUnsafeBufferPointer { bytes in
            var place = bytes.baseAddress
            return unsafe owned(d2i_PUBKEY(nil, &place, bytes.count))
        }
    }

    /// A new private key on the curve P-256.
    static func newP256() -> OpenSSLKey? { unsafe owned(fairkit_new_p256_key()) }

    private static func owned(_ handle: OpaquePointer?) -> OpenSSLKey? {
        guard let handle = unsafe handle else { return nil }
        return unsafe OpenSSLKey(owning: handle)
    }

    /// Whether its algorithm is this one, such as `EC` or `RSA`.
    func isOf(_ algorithm: String) -> Bool { unsafe EVP_PKEY_is_a(handle, algorithm) == 1 }

    /// Whether it is on this curve.
    func isOnGroup(_ group: String) -> Bool {
        var name = [CChar](repeating: 0, count: 80)
        var count = 0
        guard unsafe EVP_PKEY_get_group_name(handle, &name, name.count, &count) == 1 else { return false }
        return name.prefix(count).elementsEqual(group.utf8.map { CChar(bitPattern: $0) })
    }

    /// Whether a private key's number is in its range, and belongs to its public key. OpenSSL reads others, too.
    var isConsistent: Bool {
        guard let context = unsafe EVP_PKEY_CTX_new(handle, nil) else { return false }
        defer { unsafe EVP_PKEY_CTX_free(context) }
        return unsafe EVP_PKEY_check(context) == 1
    }

    /// Signs the SHA-256 digest of a message: RSASSA-PKCS1-v1_5 with an RSA key, ECDSA in DER with one on a curve.
    func signature(of message: [UInt8]) throws(KeyError) -> [UInt8] {
        let failure = KeyError.cryptography(operation: "a signature")
        guard let context = unsafe EVP_MD_CTX_new() else { throw failure }
        defer { unsafe EVP_MD_CTX_free(context) }
        var bytes = [UInt8](repeating: 0, count: Int(unsafe EVP_PKEY_get_size(handle)))
        var count = bytes.count
        guard unsafe EVP_DigestSignInit(context, nil, EVP_sha256(), nil, handle) == 1,
            unsafe EVP_DigestSign(context, &bytes, &count, message, message.count) == 1
        else { throw failure }
        return Array(bytes.prefix(count))
    }

    /// The private key as PEM: PKCS#8, without a passphrase.
    func pem() throws(KeyError) -> WipedBytes {
        // Secure memory is wiped when it is released.
        guard let output = unsafe BIO_new(BIO_s_secmem()) else { throw .cryptography(operation: "writing a key") }
        defer { unsafe BIO_free(output) }
        var bytes = [UInt8](repeating: 0, count: 8192)
        guard unsafe PEM_write_bio_PKCS8PrivateKey(output, handle, nil, nil, 0, nil, nil) == 1,
            case let count = unsafe BIO_read(output, &bytes, Int32(bytes.count)), count > 0
        else { throw .cryptography(operation: "writing a key") }
        bytes.removeLast(bytes.count - Int(count))
        return WipedBytes(bytes)
    }
}
