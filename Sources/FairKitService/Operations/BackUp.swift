package import FairKitCore
package import FairKitStore

/// Copies the store while the server works, and records who had it copied where.
package struct BackUp: Sendable {
    private let store: Store
    private let now: Now

    package init(store: Store, now: @escaping Now) {
        self.store = store
        self.now = now
    }

    package enum Failure: Error {
        case forbidden
        case backup(BackupError)
        /// The backup is there, but could not be recorded.
        case unrecorded(path: String, DatabaseError)
    }

    /// - Parameter path: a directory that does not exist yet, in one that does.
    package func callAsFunction(to path: String, by caller: Caller) async throws(Failure) -> Backup {
        guard caller.subject.role.may(.operateStore) else { throw .forbidden }
        let backup: Backup
        do { backup = try await store.backUp(to: path, now: now) } catch { throw .backup(error) }
        let entry = caller.entry(.storeBackedUp, backup.path, about: nil, at: now())
        do {
            try await store.write { (tx) throws(DatabaseError) in try tx.record(entry) }
        } catch { throw .unrecorded(path: backup.path, error) }
        return backup
    }
}
