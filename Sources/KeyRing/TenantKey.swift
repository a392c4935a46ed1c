/// The random 48 bytes that encrypt one tenant's file (32 key, 16 salt), and what is derived from them.
///
/// Destroying this key erases the tenant.
package struct TenantKey: Sendable {
    /// For SQLCipher: the raw key and its salt.
    package let bytes: [UInt8]

    /// A new key.
    package static func random() throws(KeyError) -> TenantKey {
        TenantKey(bytes: try OpenSSL.random(length))
    }

    static let length = 48

    /// What an HMAC key is for; each purpose has a key of its own.
    package enum Purpose: String, Sendable {
        case apiKey = "fairkit/api-key/v1"
        case request = "fairkit/request/v1"
        case accountSecret = "fairkit/account-secret/v1"
        case backupCode = "fairkit/backup-code/v1"
        case signIn = "fairkit/sign-in/v1"
        case shareLink = "fairkit/share-link/v1"
        case sharePIN = "fairkit/share-pin/v1"
        case activation = "fairkit/activation/v1"
        case cursor = "fairkit/cursor/v1"
    }

    /// A keyed hash of a secret, to be stored in place of it.
    /// The key is derived by HMAC-SHA-256, as in the expand step of HKDF (RFC 5869, one block).
    package func digest(of secret: [UInt8], for purpose: Purpose) throws(KeyError) -> [UInt8] {
        let derived = try OpenSSL.hmac(Array(purpose.rawValue.utf8) + [1], key: bytes)
        return try OpenSSL.hmac(secret, key: derived)
    }
}
