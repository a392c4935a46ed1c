import FoundationEssentials
import Glibc

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

    private static let length = 48

    /// What an HMAC key is for; each purpose has a key of its own.
    package enum Purpose: String, Sendable {
        case apiKey = "fairkit/api-key/v1"
        case request = "fairkit/request/v1"
    }

    /// A keyed hash of a secret, to be stored in place of it.
    /// The key is derived by HMAC-SHA-256, as in the expand step of HKDF (RFC 5869, one block).
    package func digest(of secret: [UInt8], for purpose: Purpose) throws(KeyError) -> [UInt8] {
        let derived = try OpenSSL.hmac(Array(purpose.rawValue.utf8) + [1], key: bytes)
        return try OpenSSL.hmac(secret, key: derived)
    }
}

/// `key.json`: a tenant's key, wrapped by the master key.
private struct WrappedKey: Codable {
    var version: Int
    var tenant: String
    var masterKeyId: String
    var algorithm: String
    var nonce: Data
    var wrapped: Data

    static let version = 1
    static let algorithm = "AES-256-GCM"

    /// Binds the wrapped key to its tenant: another tenant's `key.json` does not authenticate.
    static func header(tenant: String) -> [UInt8] { Array("fairkit/tenant-key/v1/\(tenant)".utf8) }
}

extension TenantKey {
    /// Wraps the key and writes it to a new file.
    package func write(to path: String, tenant: String, wrappedBy master: MasterKey) throws(KeyError) {
        let nonce = try OpenSSL.random(OpenSSL.nonceLength)
        let header = WrappedKey.header(tenant: tenant)
        let sealed = try OpenSSL.seal(bytes, key: master.bytes, nonce: nonce, authenticating: header)
        let file = WrappedKey(
            version: WrappedKey.version, tenant: tenant, masterKeyId: master.id, algorithm: WrappedKey.algorithm,
            nonce: Data(nonce), wrapped: Data(sealed))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let json = try? encoder.encode(file) else { throw .tenantKeyMalformed(path: path) }
        try writeNewFile(Array(json) + [UInt8(ascii: "\n")], to: path)
    }

    /// Wraps the key in a file with another master key, in its place. A file for which that was done before stays as it is.
    package static func rewrap(
        _ path: String, tenant: String, from old: MasterKey, to new: MasterKey
    ) throws(KeyError) {
        if (try? TenantKey(contentsOf: path, tenant: tenant, wrappedBy: new)) != nil { return }
        let key = try TenantKey(contentsOf: path, tenant: tenant, wrappedBy: old)
        let unfinished = path + ".new"
        unsafe unlink(unfinished)
        try key.write(to: unfinished, tenant: tenant, wrappedBy: new)
        try moveFile(unfinished, to: path)
    }

    /// Reads and unwraps a tenant's key.
    package init(contentsOf path: String, tenant: String, wrappedBy master: MasterKey) throws(KeyError) {
        guard FileManager.default.fileExists(atPath: path) else { throw .tenantKeyMissing(path: path) }
        guard let json = try? Data(contentsOf: URL(filePath: path)),
            let file = try? JSONDecoder().decode(WrappedKey.self, from: json),
            file.version == WrappedKey.version, file.algorithm == WrappedKey.algorithm,
            file.nonce.count == OpenSSL.nonceLength, file.wrapped.count == TenantKey.length + OpenSSL.tagLength
        else { throw .tenantKeyMalformed(path: path) }
        guard file.masterKeyId == master.id else {
            throw .otherMasterKey(path: path, needed: file.masterKeyId, given: master.id)
        }
        let opened = try OpenSSL.open(
            Array(file.wrapped), key: master.bytes, nonce: Array(file.nonce),
            authenticating: WrappedKey.header(tenant: tenant))
        guard let opened else { throw .unwrapFailed(path: path) }
        bytes = opened
    }
}
