package import FairKitCore
package import FairKitVault
import KeyRing
import Relational
import SQLCipher
import Synchronization

extension FileInstallation {
    /// Copies the whole installation into a new directory, tenant by tenant, while it is in use: for `Store.restore`.
    /// - Parameters:
    ///   - path: a directory that does not exist yet, in one that does.
    ///   - copyTenants: adds every tenant, each in its state at that time.
    package func backUp<T: Sendable>(
        to path: String, copyTenants: @Sendable (BackupFolder) async throws(BackupError) -> T
    ) async throws(BackupError) -> T {
        try await BackupLocation(path).make(held) { (location) async throws(BackupError) in
            let folders = try mapping(BackupError.store) { () throws(StoreError) in try held.directory.tenantFolders() }
            let files = folders.map { DataDirectory.database(in: held.directory.tenant($0)) }
            // Each is copied, and the copy is read.
            WorkProgress.current?.expect(2 * files.reduce(0) { $0 + (fileSize($1) ?? 0) / PageAuthenticator.pageSize })
            try await controlFile.add(to: location, of: held.directory)
            let copied = location.unfinished
            try check(copied.controlKey, of: DataDirectory.controlLabel)
            return try await copyTenants(location)
        }
    }

    /// Copies one tenant into the backup, or leaves nothing of that tenant there.
    package func add(
        _ store: Store, to location: BackupFolder, now: @escaping Now
    ) async throws(BackupError) -> Backup {
        let opened = stores.withLock { $0.values.first { $0.store === store } }
        guard let file = opened?.file else { throw .copying(path: location.path, .closed) }
        let copy = location.unfinished.tenant(file.folder)
        do throws(BackupError) {
            let backup = try await file.add(to: location, key: store.keys.key, seal: store.seal, now: now)
            try check(DataDirectory.key(in: copy), of: file.folder)
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
