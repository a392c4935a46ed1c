import Glibc
package import KeyRing
import SQLCipher

extension Store {
    /// Makes a store out of a backup, which is read only. The backup's pages are authenticated first, then it is copied, the
    /// copy is verified, and put in its place by one rename.
    ///
    /// A data directory that was closed will do as well.
    /// - Parameter directory: must not hold a store.
    /// - Returns: what was restored.
    @discardableResult
    package static func restore(
        from backup: String, to directory: DataDirectory, masterKey: () throws(KeyError) -> MasterKey
    ) throws(BackupError) -> RowCounts {
        let source = DataDirectory(path: backup)
        let database = DataDirectory.database(in: source.tenant)
        guard fileSize(database) != nil else { throw .noBackup(path: backup) }
        let sourceLock = try heldSource(source, named: backup)
        defer { withExtendedLifetime(sourceLock) {} }
        if fileSize(database + "-wal") ?? 0 > 0 { throw .unsettled(path: backup) }
        guard fileSize(directory.tenant) == nil else { throw .store(.storeExists(path: directory.path)) }
        let key = try mapping(BackupError.store) { () throws(StoreError) in
            try self.key(of: source, masterKey: masterKey)
        }
        let findings = try mapping(BackupError.store) { () throws(StoreError) in try checkPages(database, key: key) }
        guard findings.isEmpty else { throw .damaged(path: backup, findings: findings) }
        let lock = try mapping(BackupError.store) { () throws(StoreError) in try vacantPlace(directory) }
        defer { withExtendedLifetime(lock) {} }
        do throws(BackupError) {
            return try copy(source, to: directory, key: key, named: backup)
        } catch {
            try? removeUnfinished(directory.newTenant)
            throw error
        }
    }

    /// Sees to it that nobody writes the source meanwhile; a backup has no lock, since nobody uses it.
    private static func heldSource(_ source: DataDirectory, named name: String) throws(BackupError) -> DirectoryLock? {
        do {
            return try DirectoryLock(reading: source.lock)
        } catch {
            if case .directoryInUse = error { throw .unsettled(path: name) }
            throw .store(.opening(error))
        }
    }

    /// Takes the lock of a directory, made if need be, that holds no store.
    private static func vacantPlace(_ directory: DataDirectory) throws(StoreError) -> DirectoryLock {
        try makeDirectory(directory.path)
        let lock = try mapping(StoreError.opening) { () throws(OpeningError) in try DirectoryLock(path: directory.lock)
        }
        guard unsafe access(directory.tenant, F_OK) != 0 else { throw .storeExists(path: directory.path) }
        return lock
    }

    private static func copy(
        _ source: DataDirectory, to directory: DataDirectory, key: TenantKey, named name: String
    ) throws(BackupError) -> RowCounts {
        let copied = DataDirectory.database(in: directory.newTenant)
        try mapping(BackupError.store) { () throws(StoreError) in
            try makeDirectory(directory.tenants)
            try removeUnfinished(directory.newTenant)
            try makeDirectory(directory.newTenant)
            try copyFile(DataDirectory.key(in: source.tenant), to: DataDirectory.key(in: directory.newTenant))
            let anchor = DataDirectory.anchor(in: source.tenant)
            if fileSize(anchor) != nil { try copyFile(anchor, to: DataDirectory.anchor(in: directory.newTenant)) }
            try copyFile(DataDirectory.database(in: source.tenant), to: copied)
        }
        let counts = try verifyFile(copied, key: key, named: name).counts
        try mapping(BackupError.store) { () throws(StoreError) in
            try syncFile(copied)
            try syncDirectory(directory.newTenant)
            guard unsafe rename(directory.newTenant, directory.tenant) == 0 else { throw lastError(directory.tenant) }
            try syncDirectory(directory.tenants)
            try syncDirectory(directory.path)
        }
        return counts
    }
}
