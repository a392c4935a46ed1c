package import FairKitCore
package import FairKitVault
import Synchronization

extension FileInstallation {
    /// Whether files of an erased tenant still exist.
    package func isThere(folder: String) -> Bool { fileSize(held.directory.tenant(folder)) != nil }

    /// Destroys the key of a closed tenant. It blocks.
    ///
    /// Backups, and freed blocks of the disk, may still contain the key wrapped with the master key. So the master key
    /// must be changed as well.
    package func destroyKey(folder: String) throws(StoreError) {
        try held.directory.destroyKey(folder: folder)
    }

    /// Tries every remaining key on the file of a tenant whose key is destroyed, and removes the file. It blocks.
    /// - Parameter others: the folders of the remaining tenants.
    package func removeErased(folder: String, others: [String]) throws(StoreError) -> ErasureProof {
        try held.directory.removeErased(folder: folder, others: others, keys: masterKeys.withLock(\.self))
    }

    /// Removes what a crash or a failure left of tenants that were being erased. It blocks.
    /// - Returns: those whose key still exists. One failure does not stop the others.
    func finishErasures(folders: [String]) -> [UnendedErasure] {
        folders.filter(isThere).compactMap { folder in
            do throws(StoreError) { try held.directory.destroyKey(folder: folder) } catch {
                return UnendedErasure(folder: folder, error: error)
            }
            // Without its key, its files are unreadable.
            try? held.directory.removeErased(folder: folder)
            return nil
        }
    }
}
