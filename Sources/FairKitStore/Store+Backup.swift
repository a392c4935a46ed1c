import Dispatch
package import FairKitCore
import SQLCipher
import Synchronization

/// A backup that was made and verified: a data directory of its own, for `Store.restore` or `Store.open`.
package struct Backup: Hashable, Sendable {
    package let path: String
    package let bytes: Int
    package let pages: Int
    package let schemaVersion: Int
    /// When the store was in the state that the backup holds.
    package let at: Timestamp
    /// Counted in the backup.
    package let counts: RowCounts
}

extension Store {
    /// Copies the store while writes go on, encrypted with the same key, with its `key.json`, and verifies the copy.
    ///
    /// The copy is the state at one moment near the end. See `OnlineCopy`.
    /// - Parameter path: a directory that does not exist yet, in one that does.
    package func backUp(to path: String, now: @escaping Now) async throws(BackupError) -> Backup {
        let place = BackupPlace(path)
        let isOnly = backupUnderWay.withLock { underWay in
            guard underWay == nil else { return false }
            underWay = place
            return true
        }
        guard isOnly else { throw .inProgress }
        defer { backupUnderWay.withLock { $0 = nil } }
        let lock = try place.begin()
        defer { withExtendedLifetime(lock) {} }
        do throws(BackupError) {
            let (original, at) = try await copy(to: place, now: now)
            return try await verified(place, original: original, at: at)
        } catch {
            place.remove()
            throw error
        }
    }

    private func copy(to place: BackupPlace, now: @escaping Now) async throws(BackupError) -> (CopiedState, Timestamp) {
        do {
            return try await database.copy(to: place.database) { (tx) throws(DatabaseError) in
                (try CopiedState(tx), now())
            }
        } catch {
            switch error {
            case .inProgress: throw .inProgress
            case .tooManyRollbacks: throw .tooManyRollbacks
            case .cancelled: throw .cancelled
            case .target(let error): throw .store(.opening(error))
            case .copying(let error): throw .copying(path: place.path, error)
            }
        }
    }

    private func verified(
        _ place: BackupPlace, original: CopiedState, at: Timestamp
    ) async throws(BackupError) -> Backup {
        let (key, keyFile, seal) = (key, keyFile, seal)
        return try await apart { () throws(BackupError) in
            var pieces = [keyFile]
            try mapping(BackupError.store) { () throws(StoreError) in
                try writeNewFile(DataDirectory.key(in: place.unfinished.tenant)) { pieces.popLast() ?? [] }
            }
            try mapping(BackupError.store) { () throws(StoreError) in
                try AuditAnchor(head: original.audit ?? .origin)
                    .write(to: DataDirectory.anchor(in: place.unfinished.tenant), key: seal.key)
            }
            let (copied, counts) = try verifyFile(place.database, key: key, named: place.path)
            guard copied == original else {
                throw .unfaithful(path: place.path, difference: "it holds another state than the store")
            }
            try place.finish()
            let bytes = fileSize(DataDirectory.database(in: DataDirectory(path: place.path).tenant)) ?? 0
            return Backup(
                path: place.path, bytes: bytes, pages: copied.pages, schemaVersion: copied.schemaVersion, at: at,
                counts: counts)
        }
    }
}

/// What shows that a copy is its original: cheap enough to be read while every write waits.
struct CopiedState: Hashable, Sendable {
    let pages: Int
    let schemaVersion: Int
    /// Every write adds rows to one of these tables, the audit above all, so the highest numbers tell states apart.
    let highest: RowCounts
    /// How far the audit had come; nil in a store from before it was sealed.
    let audit: AuditHead?

    init<Access>(_ connection: borrowing Connection<Access>) throws(DatabaseError) {
        pages = try connection.number("PRAGMA page_count")
        schemaVersion = try connection.number("PRAGMA user_version")
        highest = try connection.highestRows()
        audit = schemaVersion < Store.firstSealedVersion ? nil : try connection.auditState()
    }
}

/// Runs what blocks for long on a thread of its own.
private func apart<T: Sendable>(
    _ body: @escaping @Sendable () throws(BackupError) -> T
) async throws(BackupError) -> T {
    let result: Result<T, BackupError> = await withCheckedContinuation { continuation in
        DispatchQueue(label: "fairkit.backup").async {
            do throws(BackupError) {
                continuation.resume(returning: .success(try body()))
            } catch {
                continuation.resume(returning: .failure(error))
            }
        }
    }
    return try result.get()
}
