import Glibc
package import KeyRing

/// The keys that a store is opened with.
package struct TenantSecrets: Sendable {
    /// The tenant's folder.
    package let folder: String
    /// Where the folder is.
    package let place: String
    /// What they were wrapped with.
    package let master: MasterKey
    /// The key of the tenant's file.
    package let key: TenantKey
    /// What seals its audit.
    package let seal: AuditSeal
    /// The audit's secret is a new one, since `key.json` is from before there was one.
    package let isNew: Bool

    /// Reads and unwraps `key.json`.
    package init(
        of directory: DataDirectory, folder: String, masterKey: () throws(KeyError) -> MasterKey
    ) throws(StoreError) {
        let place = directory.tenant(folder)
        (self.folder, self.place) = (folder, place)
        (master, key, seal, isNew) = try mapping(StoreError.key) { () throws(KeyError) in
            let master = try masterKey()
            let keys = try TenantKeys(contentsOf: DataDirectory.key(in: place), tenant: folder, wrappedBy: master)
            let audit = if let audit = keys.audit { audit } else { try AuditKey.random(tenant: folder) }
            return (master, keys.key, AuditSeal(key: audit), keys.audit == nil)
        }
    }

    /// What they are wrapped with now, if they are there as they were.
    package func wrapping(_ masterKey: () throws(KeyError) -> MasterKey) throws(StoreError) -> MasterKey {
        let path = DataDirectory.key(in: place)
        return try mapping(StoreError.key) { () throws(KeyError) in
            let master = try masterKey()
            let found = try TenantKeys(contentsOf: path, tenant: folder, wrappedBy: master)
            guard found.key.bytes == key.bytes else { throw .unwrapFailed(path: path) }
            return master
        }
    }

    /// Puts the new secret into `key.json`.
    package func keep(wrappedBy master: MasterKey) throws(StoreError) {
        let path = DataDirectory.key(in: place)
        let unfinished = path + ".new"
        unsafe unlink(unfinished)
        try mapping(StoreError.key) { () throws(KeyError) in
            try TenantKeys(key: key, audit: seal.key).write(
                to: unfinished, tenant: folder, wrappedBy: master)
        }
        try putInPlace(unfinished, at: path)
    }
}
