import Coordination
package import FairKitCore
package import FairKitVault
import KeyRing
import Relational
import SQLCipher
import Synchronization

extension Store {
    /// Copies the store of an installation with a single one into a new directory. See `FileInstallation.backUp`.
    package func backUp(to path: String, now: @escaping Now) async throws(BackupError) -> Backup {
        switch location {
        case .file(let file):
            try await BackupLocation(path).make(file.held) { (location) async throws(BackupError) in
                try await file.add(to: location, key: keys.key, seal: seal, now: now)
            }
        case .schema: throw .store(.server(reason: WithoutFiles.backup.description))
        }
    }
}

extension StoreFile {
    /// Adds a copy of the file to an unfinished backup while writes continue, encrypted with the same key, with its
    /// `key.json`, and verifies the copy.
    ///
    /// The copy is the state at one moment near the end. See `OnlineCopy`.
    /// - Parameters:
    ///   - key: the key of the file.
    ///   - seal: seals the audit log in it.
    func add(
        to location: BackupFolder, key: TenantKey, seal: AuditSeal, now: @escaping Now
    ) async throws(BackupError) -> Backup {
        let copy = location.unfinished.tenant(folder)
        try mapping(BackupError.store) { () throws(StoreError) in try makeDirectory(copy) }
        let (original, at): (CopiedState, Timestamp)
        let progress = WorkProgress.current
        do {
            (original, at) = try await database.copy(
                to: DataDirectory.database(in: copy), progress: progress?.copying
            ) { (tx) throws(DatabaseError) in (try CopiedState(tx), now()) }
        } catch { throw BackupError(error, of: database.path, at: location.path) }
        let keyFile = keyFile.withLock { $0 }
        return try await onBlockingThread { () throws(BackupError) in
            let file = DataDirectory.database(in: copy)
            try location.add(keyFile, as: DataDirectory.key(in: copy))
            try mapping(BackupError.store) { () throws(StoreError) in
                try AuditAnchor(head: original.audit ?? .origin).write(
                    to: DataDirectory.anchor(in: copy), key: seal.key)
            }
            let (copied, counts) = try WorkProgress.watching(progress) { () throws(BackupError) in
                try verifyTenant(file, key: key, named: location.path)
            }
            guard copied == original else {
                throw .unfaithful(path: location.path, difference: "its state differs from the store's")
            }
            try mapping(BackupError.store) { () throws(StoreError) in
                try syncFile(file)
                try syncDirectory(copy)
            }
            return Backup(
                path: location.path, bytes: fileSize(file) ?? 0, pages: copied.pages,
                schemaVersion: copied.schemaVersion,
                at: at, counts: counts)
        }
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
    /// The highest row numbers of some tables. Every write adds rows to one of them, above all to the audit log, so they
    /// distinguish states.
    let highest: [Int]
    /// The state of the audit log; nil in a store from before it was sealed.
    let audit: AuditHead?
    /// The first schema version with a sealed audit log.
    private static let firstSealedVersion = 9

    init<Access>(_ connection: borrowing Connection<Access>) throws(DatabaseError) {
        let file = try connection.filePages()
        (pages, schemaVersion) = (file.count, file.schemaVersion)
        highest = try connection.numberedRows(of: RowCounts.tables.filter { !RowCounts.inKeys.contains($0) })
        audit = schemaVersion < CopiedState.firstSealedVersion ? nil : try connection.auditState()
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
