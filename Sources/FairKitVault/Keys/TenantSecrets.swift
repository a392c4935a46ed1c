import Glibc
package import KeyRing

/// The keys that open a store.
package struct TenantSecrets: Sendable {
    /// The tenant's folder.
    package let folder: String
    /// The path of the folder.
    package let location: String
    /// The master key that wrapped them.
    package let master: MasterKey
    /// All keys.
    package let keys: TenantKeys
    /// The keys of digests.
    package let digests: DigestKeys
    /// Seals its audit log.
    package let seal: AuditSeal
    /// The audit secret is new, since `key.json` is from before there was one.
    package let isNew: Bool

    /// The key of the tenant's file.
    package var key: TenantKey { keys.key }

    /// Reads and unwraps `key.json`. An interrupted change of the file's key is completed first, or undone.
    package init(
        of directory: DataDirectory, folder: String, masterKey: () throws(KeyError) -> MasterKey
    ) throws(StoreError) {
        let location = directory.tenant(folder)
        (self.folder, self.location) = (folder, location)
        let master = try mapping(StoreError.key) { () throws(KeyError) in try masterKey() }
        let found = try directory.settledKeys(of: folder, wrappedBy: master)
        (self.master, isNew) = (master, found.audit == nil)
        (keys, digests, seal) = try mapping(StoreError.key) { () throws(KeyError) in
            let audit = if let audit = found.audit { audit } else { try AuditKey.random(tenant: folder) }
            let keys = TenantKeys(key: found.key, audit: audit, ownDigests: found.ownDigests)
            return (keys, try keys.digests, AuditSeal(key: audit))
        }
    }

    /// The master key that wraps them now, if they are unchanged.
    package func wrapping(_ masterKey: () throws(KeyError) -> MasterKey) throws(StoreError) -> MasterKey {
        let path = DataDirectory.key(in: location)
        return try mapping(StoreError.key) { () throws(KeyError) in
            let master = try masterKey()
            let found = try TenantKeys(contentsOf: path, tenant: folder, wrappedBy: master)
            guard found.key.isSame(as: key) else { throw .unwrapFailed(path: path) }
            return master
        }
    }

    /// Adds the new secret to `key.json`.
    package func keep(wrappedBy master: MasterKey) throws(StoreError) {
        let path = DataDirectory.key(in: location)
        let unfinished = path + ".new"
        unsafe unlink(unfinished)
        try mapping(StoreError.key) { () throws(KeyError) in
            try keys.write(to: unfinished, tenant: folder, wrappedBy: master)
        }
        try putInPlace(unfinished, at: path)
    }
}
