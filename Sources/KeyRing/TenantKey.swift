/// The random 48 bytes that encrypt one tenant's file: 32 of key, 16 of salt.
///
/// Destroying this key erases the tenant.
package struct TenantKey: Sendable {
    private let secret: WipedBytes
    /// For SQLCipher: the raw key and its salt.
    package var bytes: [UInt8] { secret.bytes }

    init(bytes: consuming [UInt8]) { secret = WipedBytes(bytes) }

    /// A new key.
    package static func random() throws(KeyError) -> TenantKey {
        TenantKey(bytes: try OpenSSL.random(length))
    }

    static let length = 48

    /// The purpose of an HMAC key; each purpose has a key of its own. They are stored in this order; append only.
    package enum Purpose: String, Sendable, CaseIterable {
        case apiKey = "fairkit/api-key/v1"
        case request = "fairkit/request/v1"
        case accountSecret = "fairkit/account-secret/v1"
        case backupCode = "fairkit/backup-code/v1"
        case signIn = "fairkit/sign-in/v1"
        case shareLink = "fairkit/share-link/v1"
        case sharePIN = "fairkit/share-pin/v1"
        case cursor = "fairkit/cursor/v1"
        case activation = "fairkit/activation/v1"
        case search = "fairkit/search/v1"
        case column = "fairkit/column/v1"
        case lookup = "fairkit/lookup/v1"
    }

    /// The first 16 bytes of a file that is encrypted with this key.
    package var salt: [UInt8] { Array(bytes.suffix(16)) }

    /// Whether the two keys are equal.
    package func isSame(as other: TenantKey) -> Bool { bytes == other.bytes }
}
