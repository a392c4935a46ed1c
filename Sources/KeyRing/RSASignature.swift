import COpenSSL

/// A private RSA key, which signs for other services.
package struct RSAPrivateKey: Sendable {
    private let key: OpenSSLKey

    /// Why a text is no usable key.
    package enum Unusable: Error, Equatable {
        /// It is not a private RSA key.
        case malformed
        /// It has fewer than 2048 bits (RFC 7518, section 3.3).
        case short
    }

    private static let leastBits = 2048

    /// - Parameter pem: PKCS#8 or PKCS#1, without a passphrase.
    package init(pem: [UInt8]) throws(Unusable) {
        guard let key = OpenSSLKey.privateKey(pem: pem), key.isOf("RSA") else { throw .malformed }
        guard unsafe EVP_PKEY_get_bits(key.handle) >= RSAPrivateKey.leastBits else { throw .short }
        self.key = key
    }

    /// Signs a message by RSASSA-PKCS1-v1_5 with SHA-256 (RFC 8017, section 8.2). The same message always has the same
    /// signature.
    package func signature(of message: [UInt8]) throws(KeyError) -> [UInt8] { try key.signature(of: message) }
}
