import DurableFiles
import FoundationEssentials
import Glibc

/// The contents of a tenant's `key.json`.
package struct TenantKeys: Sendable {
    package let key: TenantKey
    /// nil in a file of version 1, from before audit logs were sealed.
    package let audit: AuditKey?
    /// The keys of digests, if they are no longer derived from `key`.
    package let ownDigests: DigestKeys?
    /// The key that is about to replace `key`: the tenant's file is encrypted with one of the two. See the decision
    /// `0055-keys-are-changed-in-steps`.
    package let next: TenantKey?

    package init(key: TenantKey, audit: AuditKey?, ownDigests: DigestKeys? = nil, next: TenantKey? = nil) {
        self.key = key
        self.audit = audit
        self.ownDigests = ownDigests
        self.next = next
    }

    /// The keys of the digests in the tenant's file.
    package var digests: DigestKeys {
        get throws(KeyError) { if let ownDigests { ownDigests } else { try DigestKeys(of: key) } }
    }

    /// Whether all keys are equal.
    package func isSame(as other: TenantKeys) -> Bool {
        key.isSame(as: other.key) && isSame(audit, other.audit) { $0.isSame(as: $1) }
            && isSame(next, other.next) { $0.isSame(as: $1) }
            && isSame(ownDigests, other.ownDigests) { $0.isSame(as: $1) }
    }

    private func isSame<Key>(_ one: Key?, _ other: Key?, _ isSame: (Key, Key) -> Bool) -> Bool {
        switch (one, other) {
        case (let one?, let other?): isSame(one, other)
        case (nil, nil): true
        case (nil, _?), (_?, nil): false
        }
    }
}

/// `key.json`: a tenant's keys, each wrapped by the master key.
private struct KeyFile: Codable {
    struct Wrapped: Codable {
        var nonce: Data
        var wrapped: Data
    }
    var version: Int
    var tenant: String
    var masterKeyId: String
    var algorithm: String
    var nonce: Data
    var wrapped: Data
    /// The audit secret, since version 2.
    var audit: Wrapped?
    /// The keys of digests, since version 3.
    var digests: Wrapped?
    /// The key that is about to replace the tenant's key, since version 3.
    var next: Wrapped?
    /// As whose the audit log is sealed, in version 4: the tenant was moved here from a place with another label.
    var sealedAs: String?

    static let algorithm = "AES-256-GCM"

    var isWellFormed: Bool {
        let pairs =
            [(Wrapped(nonce: nonce, wrapped: wrapped), TenantKey.length)]
            + (audit.map { [($0, AuditKey.length)] } ?? []) + (next.map { [($0, TenantKey.length)] } ?? [])
        let isOfVersion =
            switch version {
            case 1: audit == nil && digests == nil && next == nil
            case 2: audit != nil && digests == nil && next == nil
            case 3: audit != nil && digests != nil && sealedAs == nil
            case 4: audit != nil && digests != nil && sealedAs != nil
            default: false
            }
        let hasDigests =
            digests.map {
                $0.nonce.count == OpenSSL.nonceLength && DigestKeys.isStored($0.wrapped.count - OpenSSL.tagLength)
            } ?? true
        return isOfVersion && hasDigests && algorithm == KeyFile.algorithm
            && pairs.allSatisfy { $0.nonce.count == OpenSSL.nonceLength && $0.wrapped.count == $1 + OpenSSL.tagLength }
    }

    /// Binds a wrapped key to its tenant, purpose and version: in another tenant's `key.json`, or in one that claims an
    /// older version, it does not authenticate.
    static func header(_ purpose: Purpose, version: Int, tenant: String, sealedAs owner: String?) -> [UInt8] {
        let label = "fairkit/\(purpose.rawValue)/v\(version)/\(tenant)"
        return Array((owner.map { "\(label)/\($0)" } ?? label).utf8)
    }

    enum Purpose: String {
        case tenant = "tenant-key"
        case audit = "audit-key"
        case digests = "digest-keys"
        case next = "next-tenant-key"
    }
}

extension TenantKeys {
    /// Wraps the keys and writes them to a new file.
    package func write(to path: String, tenant: String, wrappedBy master: MasterKey) throws(KeyError) {
        let bytes = try file(tenant: tenant, wrappedBy: master)
        try KeyError.mapping { () throws(FileError) in try DurableFile.create(path, with: bytes) }
    }

    /// The file's content: version 3 if digests have keys of their own, version 2 if not, or version 1 if there is no
    /// audit secret. It is version 4 if the audit log is sealed as another's.
    package func file(tenant: String, wrappedBy master: MasterKey) throws(KeyError) -> [UInt8] {
        let owner = audit.flatMap { $0.tenant == tenant || ownDigests == nil ? nil : $0.tenant }
        let version = audit == nil ? 1 : ownDigests == nil ? 2 : owner == nil ? 3 : 4
        func wrap(_ bytes: [UInt8], _ purpose: KeyFile.Purpose) throws(KeyError) -> KeyFile.Wrapped {
            let nonce = try OpenSSL.random(OpenSSL.nonceLength)
            let header = KeyFile.header(purpose, version: version, tenant: tenant, sealedAs: owner)
            let sealed = try OpenSSL.seal(bytes, key: master.bytes, nonce: nonce, authenticating: header)
            return KeyFile.Wrapped(nonce: Data(nonce), wrapped: Data(sealed))
        }
        let wrapped = try wrap(key.bytes, .tenant)
        var file = KeyFile(
            version: version, tenant: tenant, masterKeyId: master.id, algorithm: KeyFile.algorithm,
            nonce: wrapped.nonce, wrapped: wrapped.wrapped)
        file.sealedAs = owner
        if let audit { file.audit = try wrap(audit.stored.bytes, .audit) }
        if version >= 3, let ownDigests {
            file.digests = try wrap(ownDigests.stored.bytes, .digests)
            if let next { file.next = try wrap(next.bytes, .next) }
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let json = try? encoder.encode(file) else { throw .cryptography(operation: "writing JSON") }
        return Array(json) + [UInt8(ascii: "\n")]
    }

    /// Rewraps the keys in a file with another master key, and replaces the file. A file that is already rewrapped
    /// stays as it is.
    package static func rewrap(
        _ path: String, tenant: String, from old: MasterKey, to new: MasterKey
    ) throws(KeyError) {
        do throws(KeyError) {
            _ = try TenantKeys(contentsOf: path, tenant: tenant, wrappedBy: new)
            return
        } catch {
            guard case .otherMasterKey = error else { throw error }
        }
        let keys = try TenantKeys(contentsOf: path, tenant: tenant, wrappedBy: old)
        let unfinished = path + ".new"
        unsafe unlink(unfinished)
        try keys.write(to: unfinished, tenant: tenant, wrappedBy: new)
        // The old wrapping is removed only after the new one was read back and opened.
        guard try TenantKeys(contentsOf: unfinished, tenant: tenant, wrappedBy: new).isSame(as: keys) else {
            throw .unwrapFailed(path: unfinished)
        }
        try KeyError.mapping { () throws(FileError) in try DurableFile.move(unfinished, to: path) }
    }

    /// Reads and unwraps a tenant's keys.
    package init(contentsOf path: String, tenant: String, wrappedBy master: MasterKey) throws(KeyError) {
        guard let json = try KeyError.reading(path) else { throw .tenantKeyMissing(path: path) }
        try self.init(unwrapping: json, from: path, tenant: tenant, by: master)
    }

    /// Unwraps what `file` made.
    /// - Parameter path: the name of the bytes' place in errors.
    package init(unwrapping json: [UInt8], from path: String, tenant: String, by master: MasterKey) throws(KeyError) {
        guard let file = try? JSONDecoder().decode(KeyFile.self, from: Data(json)), file.isWellFormed
        else { throw .tenantKeyMalformed(path: path) }
        guard file.masterKeyId == master.id else {
            throw .otherMasterKey(path: path, needed: file.masterKeyId, given: master.id)
        }
        func unwrap(_ nonce: Data, _ wrapped: Data, _ purpose: KeyFile.Purpose) throws(KeyError) -> [UInt8] {
            let header = KeyFile.header(purpose, version: file.version, tenant: tenant, sealedAs: file.sealedAs)
            let opened = try OpenSSL.open(
                Array(wrapped), key: master.bytes, nonce: Array(nonce), authenticating: header)
            guard let opened else { throw .unwrapFailed(path: path) }
            return opened
        }
        let key = TenantKey(bytes: try unwrap(file.nonce, file.wrapped, .tenant))
        self.key = key
        if let secret = file.audit {
            audit = try AuditKey(
                WipedBytes(unwrap(secret.nonce, secret.wrapped, .audit)), tenant: file.sealedAs ?? tenant)
        } else {
            audit = nil
        }
        if let secret = file.digests {
            ownDigests = try DigestKeys(stored: WipedBytes(unwrap(secret.nonce, secret.wrapped, .digests)), of: key)
        } else {
            ownDigests = nil
        }
        if let secret = file.next {
            next = TenantKey(bytes: try unwrap(secret.nonce, secret.wrapped, .next))
        } else {
            next = nil
        }
    }
}

extension TenantKey {
    /// Wraps the key alone and writes it to a new file.
    package func write(to path: String, tenant: String, wrappedBy master: MasterKey) throws(KeyError) {
        try TenantKeys(key: self, audit: nil).write(to: path, tenant: tenant, wrappedBy: master)
    }

    /// Reads and unwraps the key alone.
    package init(contentsOf path: String, tenant: String, wrappedBy master: MasterKey) throws(KeyError) {
        self = try TenantKeys(contentsOf: path, tenant: tenant, wrappedBy: master).key
    }
}
