import FairKitCore
import Glibc
package import KeyRing
package import Relational
import SQLCipher

/// The operations of a restoration on the tables of the restored files.
package struct RestoredTables<State: Sendable>: Sendable {
    /// Reads what is reported about a tenant's restored file.
    package let state: @Sendable (borrowing ReadTransaction) throws(DatabaseError) -> State
    /// Ends, in a tenant's restored file, what must not come back. The file has the schema of the backup, whose version
    /// is passed, and a seal unless the backup is from before audit logs were sealed.
    package let tenant: @Sendable (borrowing WriteTransaction, _ schemaVersion: Int) throws(DatabaseError) -> Void
    /// Deletes from the restored `control.db` what must not come back.
    package let control: @Sendable (borrowing WriteTransaction) throws(DatabaseError) -> Void

    /// The store's operations on its tables.
    package init(
        state: @escaping @Sendable (borrowing ReadTransaction) throws(DatabaseError) -> State,
        tenant: @escaping @Sendable (borrowing WriteTransaction, _ schemaVersion: Int) throws(DatabaseError) -> Void,
        control: @escaping @Sendable (borrowing WriteTransaction) throws(DatabaseError) -> Void
    ) {
        self.state = state
        self.tenant = tenant
        self.control = control
    }
}

extension DataDirectory {
    /// The folders (ids) of the tenants that a backup lacks, since they could not be copied.
    package static func missing(inBackup path: String) throws(StoreError) -> [String] {
        let file = DataDirectory(path: path).missing
        guard fileSize(file) != nil else { return [] }
        return String(decoding: try wholeFile(file), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// Restores a store from a backup, which is only read. The backup's pages are authenticated first; then it is
    /// copied, the copy is verified, and moved to its place by one rename.
    ///
    /// A data directory that was closed works as well.
    /// - Parameters:
    ///   - directory: must not contain a store.
    ///   - tables: reads and ends what only the store's tables know.
    /// - Returns: the folder and the state of each restored tenant.
    package static func restore<State>(
        from backup: String, to directory: DataDirectory, asking tables: RestoredTables<State>,
        masterKey: () throws(KeyError) -> MasterKey
    ) throws(BackupError) -> [(folder: String, state: State)] {
        let source = DataDirectory(path: backup)
        guard fileSize(DataDirectory.database(in: source.tenant)) != nil else { throw .noBackup(path: backup) }
        let sourceLock = try heldSource(source, named: backup)
        defer { withExtendedLifetime(sourceLock) {} }
        guard !directory.holdsStore else { throw .store(.storeExists(path: directory.path)) }
        let folders = try mapping(BackupError.store) { () throws(StoreError) in
            try source.tenantFolders().filter { $0 != DataDirectory.defaultTenant }
        }
        let files = (folders + [DataDirectory.defaultTenant]).map { DataDirectory.database(in: source.tenant($0)) }
        // Each is read, copied, and the copy is read.
        let pages = files.reduce(0) { $0 + (fileSize($1) ?? 0) / PageAuthenticator.pageSize }
        WorkProgress.current?.expect(3 * pages + (fileSize(source.control) ?? 0) / PageAuthenticator.pageSize)
        // The first tenant comes last: a directory without it does not count as a store.
        let sources = try (folders + [DataDirectory.defaultTenant]).map { folder throws(BackupError) in
            try checked(source, folder: folder, named: backup, masterKey: masterKey)
        }
        let control = try checkedControl(source, named: backup, masterKey: masterKey)
        let lock = try mapping(BackupError.store) { () throws(StoreError) in try vacantLocation(directory) }
        defer { withExtendedLifetime(lock) {} }
        do throws(BackupError) {
            try mapping(BackupError.store) { () throws(StoreError) in
                try makeDirectory(directory.tenants)
                try copyControl(control, to: directory, dropping: tables.control)
            }
            let states = try sources.map { folder, keys throws(BackupError) in
                (folder, try copy(folder, of: source, to: directory, keys: keys, named: backup, tables))
            }
            try mapping(BackupError.store) { () throws(StoreError) in try syncDirectory(directory.path) }
            return states
        } catch {
            removeCopies(in: directory, of: sources.map(\.folder))
            throw error
        }
    }

    /// A tenant of the backup with authentic pages, and its keys.
    static func checked(
        _ source: DataDirectory, folder: String, named name: String, masterKey: () throws(KeyError) -> MasterKey
    ) throws(BackupError) -> (folder: String, keys: TenantKeys) {
        let location = source.tenant(folder)
        let keys: TenantKeys
        do throws(KeyError) {
            keys = try TenantKeys(contentsOf: DataDirectory.key(in: location), tenant: folder, wrappedBy: masterKey())
        } catch { throw .store(.key(error)) }
        let settled = try mapping(BackupError.store) { () throws(StoreError) in
            try keys.settled(beside: DataDirectory.database(in: location))
        }
        try check(DataDirectory.database(in: location), key: settled.key, named: name)
        return (folder, settled)
    }

    /// The backup's `control.db`; nil in a backup of a version with a single tenant.
    static func checkedControl(
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

    /// Prevents other processes from writing to the source meanwhile. A backup has no lock file, since it is not in
    /// use.
    static func heldSource(_ source: DataDirectory, named name: String) throws(BackupError) -> DirectoryLock? {
        do {
            return try DirectoryLock(reading: source.lock)
        } catch {
            if case .directoryInUse = error { throw .unsettled(path: name) }
            throw .store(.opening(error))
        }
    }

    /// Takes the lock, created if needed, of a directory without a store.
    private static func vacantLocation(_ directory: DataDirectory) throws(StoreError) -> DirectoryLock {
        try makeDirectory(directory.path)
        let lock = try mapping(StoreError.opening) { () throws(OpeningError) in try DirectoryLock(path: directory.lock)
        }
        guard !directory.holdsStore else { throw .storeExists(path: directory.path) }
        return lock
    }

    /// Moves a tenant to its place by one rename. It removes what an interrupted attempt left there.
    private static func copy<State>(
        _ folder: String, of source: DataDirectory, to directory: DataDirectory, keys: TenantKeys, named name: String,
        _ tables: RestoredTables<State>
    ) throws(BackupError) -> State {
        let location = directory.tenant(folder)
        try mapping(BackupError.store) { () throws(StoreError) in try removeUnfinished(location) }
        let found = try makeCopy(folder, of: source, in: directory, keys: keys, named: name, tables)
        try mapping(BackupError.store) { () throws(StoreError) in
            guard unsafe rename(directory.newTenant(folder), location) == 0 else { throw lastError(location) }
            try syncDirectory(directory.tenants)
        }
        return found
    }

    /// Creates a tenant's folder, complete and synced, beside its place.
    static func makeCopy<State>(
        _ folder: String, of source: DataDirectory, in directory: DataDirectory, keys: TenantKeys, named name: String,
        _ tables: RestoredTables<State>
    ) throws(BackupError) -> State {
        let unfinished = directory.newTenant(folder)
        let copied = DataDirectory.database(in: unfinished)
        try mapping(BackupError.store) { () throws(StoreError) in
            try removeUnfinished(unfinished)
            try makeDirectory(unfinished)
            try copyFile(DataDirectory.key(in: source.tenant(folder)), to: DataDirectory.key(in: unfinished))
            let anchor = DataDirectory.anchor(in: source.tenant(folder))
            if fileSize(anchor) != nil { try copyFile(anchor, to: DataDirectory.anchor(in: unfinished)) }
            if WorkProgress.current?.now.isStopped ?? false { throw .interrupted }
            try copyFile(DataDirectory.database(in: source.tenant(folder)), to: copied)
            WorkProgress.current?.did((fileSize(copied) ?? 0) / PageAuthenticator.pageSize)
        }
        try mapping(BackupError.store) { () throws(StoreError) in
            try mapping(StoreError.opening) { () throws(OpeningError) in
                try end(in: unfinished, keys, tables.tenant)
            }
        }
        let found = try verifyFile(copied, key: keys.key, named: name, state: tables.state)
        try mapping(BackupError.store) { () throws(StoreError) in
            try syncFile(copied)
            try syncDirectory(unfinished)
        }
        return found
    }

    /// Ends what must not come back, before the file can be opened. Its schema stays as it is; opening it migrates it.
    private static func end(
        in unfinished: String, _ keys: TenantKeys,
        _ tables: @escaping @Sendable (borrowing WriteTransaction, Int) throws(DatabaseError) -> Void
    ) throws(OpeningError) {
        let copied = DataDirectory.database(in: unfinished)
        let key = try CipherKey(keys.key.bytes)
        let found = try Database.inspect(path: copied, key: key, newestVersion: Schema.tenant.count) {
            connection -> Result<Int, DatabaseError> in
            Result { () throws(DatabaseError) in try connection.filePages().schemaVersion }
        }
        let version: Int
        do { version = try found.get() } catch { throw .database(path: copied, error) }
        let database = try Database.open(
            path: copied, key: key, migrations: Array(Schema.tenant.prefix(version)), readerCount: 1, kept: 0,
            anchor: DataDirectory.commits(in: unfinished), seal: keys.audit.map { AuditSeal(key: $0) },
            preparing: { (tx) throws(DatabaseError) in
                try tables(tx, version)
                return false
            })
        database.close()
    }

    /// Copies `control.db` without the keys that sign access tokens: one of them may have leaked and been deleted
    /// since.
    private static func copyControl(
        _ source: (of: DataDirectory, key: TenantKey)?, to directory: DataDirectory,
        dropping drop: @escaping @Sendable (borrowing WriteTransaction) throws(DatabaseError) -> Void
    ) throws(StoreError) {
        directory.removeControl()
        guard let source else { return }
        try copyFile(source.of.controlKey, to: directory.controlKey)
        try copyFile(source.of.control, to: directory.control)
        let database = try mapping(StoreError.opening) { () throws(OpeningError) in
            try Database.open(
                path: directory.control, key: CipherKey(source.key.bytes), migrations: Schema.control, readerCount: 1,
                kept: 0, anchor: directory.controlCommits,
                preparing: { (tx) throws(DatabaseError) in
                    try drop(tx)
                    return false
                })
        }
        database.close()
    }

    /// Removes the restored copies after a failure.
    private static func removeCopies(in directory: DataDirectory, of folders: [String]) {
        for folder in folders {
            try? removeUnfinished(directory.newTenant(folder))
            try? removeUnfinished(directory.tenant(folder))
        }
        directory.removeControl()
    }
}
