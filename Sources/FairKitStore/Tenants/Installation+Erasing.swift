package import FairKitCore
package import FairKitVault
import SQLCipher
import Synchronization

extension Installation {
    /// Whether there is still something of a tenant that was erased.
    package func isThere(folder: String) -> Bool { fileSize(held.directory.tenant(folder)) != nil }

    /// Destroys the key of a closed tenant. It blocks.
    ///
    /// Wrapped with the master key, it may stand in backups, and in blocks of the disk that were let go: so the master key is to be
    /// changed, too.
    package func destroyKey(folder: String) throws(StoreError) {
        try held.directory.destroyKey(folder: folder)
    }

    /// Tries every key that is left on the file of a tenant whose key is destroyed, and removes the file. It blocks.
    /// - Parameter others: the folders of the tenants that are left.
    package func removeErased(folder: String, others: [String]) throws(StoreError) -> ErasureProof {
        try held.directory.removeErased(folder: folder, others: others, keys: masterKeys.withLock(\.self))
    }

    /// Removes what a crash or a failure left of tenants that were being erased. It blocks.
    /// - Returns: those whose key is still there. None keeps the others.
    func finishErasures(folders: [String]) -> [UnendedErasure] {
        folders.filter(isThere).compactMap { folder in
            do throws(StoreError) { try held.directory.destroyKey(folder: folder) } catch {
                return UnendedErasure(folder: folder, error: error)
            }
            // Without its key nothing can be read in it, whatever else lies there.
            try? held.directory.removeErased(folder: folder)
            return nil
        }
    }
}
