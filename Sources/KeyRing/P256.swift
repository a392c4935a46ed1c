import COpenSSL

/// A private key on the curve P-256 (NIST SP 800-186, section 3.2.1.3), which signs for other services and agrees on
/// secrets with browsers.
package struct P256PrivateKey: Sendable {
    let key: OpenSSLKey
    package let publicKey: P256PublicKey

    /// The text is not a private key on this curve.
    package struct Malformed: Error, Equatable {
        package init() {}
    }

    package static let scalarLength = 32
    package static let signatureLength = 64

    /// - Parameter pem: PKCS#8, as in Apple's `.p8` files, or SEC 1 (`EC PRIVATE KEY`), without a passphrase.
    package init(pem: [UInt8]) throws(Malformed) {
        guard let key = OpenSSLKey.privateKey(pem: pem), key.isOf("EC"), key.isConsistent else { throw Malformed() }
        try self.init(key)
    }

    /// - Parameter scalar: 32 bytes, the most significant first.
    package init(scalar: [UInt8]) throws(Malformed) {
        guard scalar.count == P256PrivateKey.scalarLength,
            let key = OpenSSLKey.privateKey(der: P256PrivateKey.pkcs8Start + scalar), key.isConsistent
        else { throw Malformed() }
        try self.init(key)
    }

    /// A new key.
    package static func random() throws(KeyError) -> P256PrivateKey {
        guard let key = OpenSSLKey.newP256(), let made = try? P256PrivateKey(key) else {
            throw .cryptography(operation: "a key on P-256")
        }
        return made
    }

    private init(_ key: OpenSSLKey) throws(Malformed) {
        guard key.isOf("EC"), let point = P256PublicKey.point(of: key) else { throw Malformed() }
        self.key = key
        publicKey = P256PublicKey(key: key, bytes: point)
    }

    /// The PEM text of the key: PKCS#8.
    package func pem() throws(KeyError) -> WipedBytes { try key.pem() }

    /// Signs a message by ECDSA with SHA-256, in the form of JOSE: r and s, 32 bytes each (RFC 7518, section 3.4).
    package func signature(of message: [UInt8]) throws(KeyError) -> [UInt8] {
        let failure = KeyError.cryptography(operation: "ECDSA")
        let der = try key.signature(of: message)
        let parsed = unsafe der.withUnsafeBufferPointer { bytes -> OpaquePointer? in
            var place = bytes.baseAddress
            return unsafe d2i_ECDSA_SIG(nil, &place, bytes.count)
        }
        guard let parsed = unsafe parsed else { throw failure }
        defer { unsafe ECDSA_SIG_free(parsed) }
        let length = Int32(P256PrivateKey.scalarLength)
        var (r, s) = ([UInt8](repeating: 0, count: Int(length)), [UInt8](repeating: 0, count: Int(length)))
        guard unsafe BN_bn2binpad(ECDSA_SIG_get0_r(parsed), &r, length) == length,
            unsafe BN_bn2binpad(ECDSA_SIG_get0_s(parsed), &s, length) == length
        else { throw failure }
        return r + s
    }

    /// The secret that this key and another one agree on: the x coordinate of their product, 32 bytes (ECDH, NIST SP
    /// 800-56A, section 5.7.1.2).
    package func sharedSecret(with other: P256PublicKey) throws(KeyError) -> WipedBytes {
        let failure = KeyError.cryptography(operation: "ECDH")
        guard let context = unsafe EVP_PKEY_CTX_new(key.handle, nil) else { throw failure }
        defer { unsafe EVP_PKEY_CTX_free(context) }
        var secret = [UInt8](repeating: 0, count: P256PrivateKey.scalarLength)
        var count = secret.count
        guard unsafe EVP_PKEY_derive_init(context) == 1,
            unsafe EVP_PKEY_derive_set_peer(context, other.key.handle) == 1,
            unsafe EVP_PKEY_derive(context, &secret, &count) == 1, count == secret.count
        else { throw failure }
        return WipedBytes(secret)
    }

    /// PKCS#8 up to the scalar, without the public key, which OpenSSL computes (RFC 5915, section 3).
    private static let pkcs8Start: [UInt8] =
        [0x30, 0x41, 0x02, 0x01, 0x00, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08]
        + [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x04, 0x27, 0x30, 0x25, 0x02, 0x01, 0x01, 0x04, 0x20]
}

/// A public key on the curve P-256.
package struct P256PublicKey: Sendable {
    let key: OpenSSLKey
    /// The uncompressed point: 4, then both coordinates (SEC 1, section 2.3.3).
    package let bytes: [UInt8]

    package static let length = 65

    /// - Parameter bytes: an uncompressed point; nil if it is not on the curve.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == P256PublicKey.length, bytes.first == 4,
            let key = OpenSSLKey.publicKey(der: P256PublicKey.infoStart + bytes), P256PublicKey.point(of: key) == bytes
        else { return nil }
        self.init(key: key, bytes: bytes)
    }

    init(key: OpenSSLKey, bytes: [UInt8]) {
        self.key = key
        self.bytes = bytes
    }

    /// The point of a key; nil if it is not on this curve.
    static func point(of key: OpenSSLKey) -> [UInt8]? {
        guard key.isOnGroup("prime256v1") else { return nil }
        // One more than needed, to notice another form of the point.
        var point = [UInt8](repeating: 0, count: length + 1)
        var count = 0
        guard
            unsafe EVP_PKEY_get_octet_string_param(
                key.handle, "encoded-pub-key", &point, point.count, &count) == 1, count == length
        else { return nil }
        return Array(point.prefix(length))
    }

    /// SubjectPublicKeyInfo up to the point (RFC 5480, section 2).
    private static let infoStart: [UInt8] =
        [0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08]
        + [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00]
}
