import Coordination
package import FairKitCore
package import FairKitVault
import KeyRing
import Relational
import SQLCipher
import Synchronization

extension Store {
    /// Copies the store of an installation with a single one into a new directory. See `Installation.backUp`.
    package func backUp(to path: String, now: @escaping Now) async throws(BackupError) -> Backup {
        try await BackupPlace(path).make(held) { (place) async throws(BackupError) in
            try await add(to: place, now: now)
        }
    }

    /// Adds a copy of the store to an unfinished backup while writes continue, encrypted with the same key, with its
    /// `key.json`, and verifies the copy.
    ///
    /// The copy is the state at one moment near the end. See `OnlineCopy`.
    package func add(to place: BackupFolder, now: @escaping Now) async throws(BackupError) -> Backup {
        let copy = place.unfinished.tenant(folder)
        try mapping(BackupError.store) { () throws(StoreError) in try makeDirectory(copy) }
        let (original, at): (CopiedState, Timestamp)
        let progress = WorkProgress.current
        do {
            (original, at) = try await database.copy(
                to: DataDirectory.database(in: copy), progress: progress?.copying
            ) { (tx) throws(DatabaseError) in (try CopiedState(tx), now()) }
        } catch { throw BackupError(error, of: database.path, at: place.path) }
        let (key, keyFile, seal) = (key, keyFile.withLock { $0 }, seal)
        return try await apart { () throws(BackupError) in
            let file = DataDirectory.database(in: copy)
            try place.add(keyFile, as: DataDirectory.key(in: copy))
            try mapping(BackupError.store) { () throws(StoreError) in
                try AuditAnchor(head: original.audit ?? .origin).write(
                    to: DataDirectory.anchor(in: copy), key: seal.key)
            }
            let (copied, counts) = try WorkProgress.watching(progress) { () throws(BackupError) in
                try verifyTenant(file, key: key, named: place.path)
            }
            guard copied == original else {
                throw .unfaithful(path: place.path, difference: "its state differs from the store's")
            }
            try mapping(BackupError.store) { () throws(StoreError) in
                try syncFile(file)
                try syncDirectory(copy)
            }
            return Backup(
                path: place.path, bytes: fileSize(file) ?? 0, pages: copied.pages, schemaVersion: copied.schemaVersion,
                at: at, counts: counts)
        }
    }
}

extension Control {
    /// Adds a copy of the list of tenants to an unfinished backup.
    func add(to place: BackupFolder, of directory: DataDirectory) async throws(BackupError) {
        let copy = place.unfinished.control
        do {
            try await database.copy(to: copy) { _ throws(DatabaseError) in }
        } catch { throw BackupError(error, of: directory.control, at: place.path) }
        try await apart { () throws(BackupError) in
            let keyFile = try mapping(BackupError.store) { () throws(StoreError) in
                try wholeFile(directory.controlKey)
            }
            try place.add(keyFile, as: place.unfinished.controlKey)
            try mapping(BackupError.store) { () throws(StoreError) in try syncFile(copy) }
        }
    }
}

extension Installation {
    /// Copies the whole installation into a new directory, tenant by tenant, while it is in use: for `Store.restore`.
    /// - Parameters:
    ///   - path: a directory that does not exist yet, in one that does.
    ///   - copyTenants: adds every tenant, each in its state at that time.
    package func backUp<T: Sendable>(
        to path: String, copyTenants: @Sendable (BackupFolder) async throws(BackupError) -> T
    ) async throws(BackupError) -> T {
        try await BackupPlace(path).make(held) { (place) async throws(BackupError) in
            let folders = try mapping(BackupError.store) { () throws(StoreError) in try held.directory.tenantFolders() }
            let files = folders.map { DataDirectory.database(in: held.directory.tenant($0)) }
            // Each is copied, and the copy is read.
            WorkProgress.current?.expect(2 * files.reduce(0) { $0 + (fileSize($1) ?? 0) / PageAuthenticator.pageSize })
            try await control.add(to: place, of: held.directory)
            let copied = place.unfinished
            try check(copied.controlKey, of: DataDirectory.controlLabel)
            return try await copyTenants(place)
        }
    }

    /// Copies one tenant into the backup, or leaves nothing of that tenant there.
    package func add(
        _ store: Store, to place: BackupFolder, now: @escaping Now
    ) async throws(BackupError) -> Backup {
        let copy = place.unfinished.tenant(store.folder)
        do throws(BackupError) {
            let backup = try await store.add(to: place, now: now)
            try check(DataDirectory.key(in: copy), of: store.folder)
            return backup
        } catch {
            try mapping(BackupError.store) { () throws(StoreError) in try removeUnfinished(copy) }
            throw error
        }
    }

    /// The person who restores the backup has the present master key.
    private func check(_ copiedKey: String, of label: String) throws(BackupError) {
        let master = masterKeys.withLock(\.current)
        do throws(KeyError) {
            _ = try TenantKeys(contentsOf: copiedKey, tenant: label, wrappedBy: master)
        } catch { throw .store(.key(error)) }
    }
}

extension Backup {
    /// Sums up the backups of several tenants. The time is the earliest one, up to which everything is included.
    package static func sum(_ parts: [Backup], at path: String, now: Timestamp) -> Backup {
        Backup(
            path: path, bytes: parts.reduce(0) { $0 + $1.bytes }, pages: parts.reduce(0) { $0 + $1.pages },
            schemaVersion: parts.map(\.schemaVersion).max() ?? 0, at: parts.map(\.at).min() ?? now,
            counts: parts.map(\.counts).reduce(.none, +))
    }
}

/// Verifies a tenant's file, and returns its state and row counts.
func verifyTenant(
    _ path: String, key: TenantKey, named name: String
) throws(BackupError) -> (state: CopiedState, counts: RowCounts) {
    try verifyFile(path, key: key, named: name) { (connection) throws(DatabaseError) in
        (try CopiedState(connection), try connection.countedRows())
    }
}

/// Shows that a copy equals its original; cheap enough to read while every write waits.
struct CopiedState: Hashable, Sendable {
    let pages: Int
    let schemaVersion: Int
    /// Every write adds rows to one of these tables, above all to the audit log, so the highest numbers distinguish
    /// states.
    let highest: RowCounts
    /// The state of the audit log; nil in a store from before it was sealed.
    let audit: AuditHead?

    init<Access>(_ connection: borrowing Connection<Access>) throws(DatabaseError) {
        let file = try connection.filePages()
        (pages, schemaVersion) = (file.count, file.schemaVersion)
        highest = try connection.highestRows()
        audit = schemaVersion < Store.firstSealedVersion ? nil : try connection.auditState()
    }
}

extension WorkProgress {
    /// Counts the pages of one copy. A copy that starts over counts from 0, and is not counted twice.
    fileprivate var copying: @Sendable (_ pages: Int, _ all: Int) -> Void {
        let reached = Mutex(0)
        return { pages, _ in
            self.did(
                reached.withLock { before in
                    defer { before = max(before, pages) }
                    return max(0, pages - before)
                })
        }
    }
}
