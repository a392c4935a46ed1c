import Glibc
package import KeyRing
import SQLCipher

extension Store {
    /// The folders of the tenants that a backup lacks, since they could not be copied: their ids.
    package static func missing(inBackup path: String) throws(StoreError) -> [String] {
        let file = DataDirectory(path: path).missing
        guard fileSize(file) != nil else { return [] }
        return String(decoding: try wholeFile(file), as: UTF8.self).split(separator: "\n").map(String.init)
    }

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
        guard fileSize(DataDirectory.database(in: source.tenant)) != nil else { throw .noBackup(path: backup) }
        let sourceLock = try heldSource(source, named: backup)
        defer { withExtendedLifetime(sourceLock) {} }
        guard fileSize(directory.tenant) == nil else { throw .store(.storeExists(path: directory.path)) }
        let folders = try mapping(BackupError.store) { () throws(StoreError) in
            try Installation.folders(of: source).filter { $0 != DataDirectory.defaultTenant }
        }
        // The first tenant last: a directory without it holds no store.
        let sources = try (folders + [DataDirectory.defaultTenant]).map { folder throws(BackupError) in
            try checked(source, folder: folder, named: backup, masterKey: masterKey)
        }
        let control = try checkedControl(source, named: backup, masterKey: masterKey)
        let lock = try mapping(BackupError.store) { () throws(StoreError) in try vacantPlace(directory) }
        defer { withExtendedLifetime(lock) {} }
        do throws(BackupError) {
            try mapping(BackupError.store) { () throws(StoreError) in
                try makeDirectory(directory.tenants)
                try copyControl(control, to: directory)
            }
            var counts = RowCounts.none
            for (folder, key) in sources {
                counts = counts + (try copy(folder, of: source, to: directory, key: key, named: backup))
            }
            try mapping(BackupError.store) { () throws(StoreError) in try syncDirectory(directory.path) }
            return counts
        } catch {
            removeCopies(in: directory, of: sources.map(\.folder))
            throw error
        }
    }

    /// A tenant of the backup whose pages hold, and its key.
    private static func checked(
        _ source: DataDirectory, folder: String, named name: String, masterKey: () throws(KeyError) -> MasterKey
    ) throws(BackupError) -> (folder: String, key: TenantKey) {
        let database = DataDirectory.database(in: source.tenant(folder))
        let key = try mapping(BackupError.store) { () throws(StoreError) in
            try self.key(of: source, folder: folder, masterKey: masterKey)
        }
        try check(database, key: key, named: name)
        return (folder, key)
    }

    /// The backup's `control.db`; nil in a backup of a version that knew a single tenant.
    private static func checkedControl(
        _ source: DataDirectory, named name: String, masterKey: () throws(KeyError) -> MasterKey
    ) throws(BackupError) -> (of: DataDirectory, key: TenantKey)? {
        guard fileSize(source.control) != nil else { return nil }
        let key: TenantKey
        do throws(KeyError) {
            key = try TenantKey(
                contentsOf: source.controlKey, tenant: DataDirectory.controlLabel, wrappedBy: masterKey())
        } catch { throw .store(.key(error)) }
        try check(source.control, key: key, named: name)
        return (source, key)
    }

    private static func check(_ database: String, key: TenantKey, named name: String) throws(BackupError) {
        if fileSize(database + "-wal") ?? 0 > 0 { throw .unsettled(path: name) }
        let findings = try mapping(BackupError.store) { () throws(StoreError) in try checkPages(database, key: key) }
        guard findings.isEmpty else { throw .damaged(path: name, findings: findings) }
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

    /// Puts a tenant in its place by one rename. What an interrupted attempt has left there is taken away.
    private static func copy(
        _ folder: String, of source: DataDirectory, to directory: DataDirectory, key: TenantKey, named name: String
    ) throws(BackupError) -> RowCounts {
        let (unfinished, place) = (directory.newTenant(folder), directory.tenant(folder))
        let copied = DataDirectory.database(in: unfinished)
        try mapping(BackupError.store) { () throws(StoreError) in
            for left in [unfinished, place] { try removeUnfinished(left) }
            try makeDirectory(unfinished)
            try copyFile(DataDirectory.key(in: source.tenant(folder)), to: DataDirectory.key(in: unfinished))
            let anchor = DataDirectory.anchor(in: source.tenant(folder))
            if fileSize(anchor) != nil { try copyFile(anchor, to: DataDirectory.anchor(in: unfinished)) }
            try copyFile(DataDirectory.database(in: source.tenant(folder)), to: copied)
        }
        let counts = try verifyFile(copied, key: key, named: name).counts
        try mapping(BackupError.store) { () throws(StoreError) in
            try syncFile(copied)
            try syncDirectory(unfinished)
            guard unsafe rename(unfinished, place) == 0 else { throw lastError(place) }
            try syncDirectory(directory.tenants)
        }
        return counts
    }

    /// Copies `control.db`, but for the keys that sign access tokens: one of them may have leaked and been dropped since.
    private static func copyControl(
        _ source: (of: DataDirectory, key: TenantKey)?, to directory: DataDirectory
    ) throws(StoreError) {
        directory.removeControl()
        guard let source else { return }
        try copyFile(source.of.controlKey, to: directory.controlKey)
        try copyFile(source.of.control, to: directory.control)
        try Control.dropSigningKeys(in: directory, key: source.key)
    }

    /// Takes away what was restored before something failed.
    private static func removeCopies(in directory: DataDirectory, of folders: [String]) {
        for folder in folders {
            try? removeUnfinished(directory.newTenant(folder))
            try? removeUnfinished(directory.tenant(folder))
        }
        directory.removeControl()
    }
}
