import Glibc
package import KeyRing
import SQLCipher

extension Store {
    /// Makes a data directory with its first tenant.
    ///
    /// - Parameter masterKey: is asked for once nothing stands in the way, so that no key file is made in vain.
    package static func initialise(
        _ directory: DataDirectory, masterKey: () throws(KeyError) -> MasterKey
    ) throws(StoreError) {
        try makeDirectory(directory.path)
        let lock = try mapping(StoreError.opening) { () throws(OpeningError) in try DirectoryLock(path: directory.lock)
        }
        defer { withExtendedLifetime(lock) {} }
        guard unsafe access(directory.tenant, F_OK) != 0 else { throw .storeExists(path: directory.path) }
        try makeDirectory(directory.tenants)
        try make(DataDirectory.defaultTenant, in: directory, masterKey: masterKey)
        try syncDirectory(directory.path)
    }

    /// Makes a tenant's folder with its key and its empty file.
    static func make(
        _ folder: String, in directory: DataDirectory, masterKey: () throws(KeyError) -> MasterKey
    ) throws(StoreError) {
        let (unfinished, place) = (directory.newTenant(folder), directory.tenant(folder))
        try removeUnfinished(unfinished)
        try makeDirectory(unfinished)
        let (tenantKey, auditKey) = try mapping(StoreError.key) { () throws(KeyError) in
            let (key, audit) = (try TenantKey.random(), try AuditKey.random(tenant: folder))
            try TenantKeys(key: key, audit: audit).write(
                to: DataDirectory.key(in: unfinished), tenant: folder, wrappedBy: masterKey())
            return (key, audit)
        }
        try mapping(StoreError.opening) { () throws(OpeningError) in
            try Database.create(
                path: DataDirectory.database(in: unfinished), key: CipherKey(tenantKey.bytes), migrations: steps)
        }
        try AuditAnchor(head: .origin).write(to: DataDirectory.anchor(in: unfinished), key: auditKey)
        try syncDirectory(unfinished)
        guard unsafe rename(unfinished, place) == 0 else { throw lastError(place) }
        try syncDirectory(directory.tenants)
    }

    static func removeUnfinished(_ path: String) throws(StoreError) {
        for file in [DataDirectory.key(in: path), DataDirectory.anchor(in: path), DataDirectory.database(in: path)] {
            for suffix in ["", "-wal", "-shm", "-journal", ".new"] { unsafe unlink(file + suffix) }
        }
        guard unsafe rmdir(path) != 0, errno != ENOENT else { return }
        throw .system(path: path, reason: unsafe String(cString: strerror(errno)))
    }
}
