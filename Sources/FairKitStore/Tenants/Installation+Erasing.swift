import Glibc
import KeyRing
import SQLCipher
import Synchronization

/// That a tenant can't be read any more.
package struct ErasureProof: Hashable, Sendable {
    /// The size of the file that held its data, before it was removed.
    package let bytes: Int
    /// How many keys there are, each of which was tried on it and opened nothing.
    package let keysTried: Int
}

extension Installation {
    /// Whether there is still something of a tenant that was erased.
    package func isThere(folder: String) -> Bool { fileSize(held.directory.tenant(folder)) != nil }

    /// Destroys the key of a closed tenant. It blocks.
    ///
    /// Wrapped with the master key, it may stand in backups, and in blocks of the disk that were let go: so the master key is to be
    /// changed, too.
    package func destroyKey(folder: String) throws(StoreError) {
        try Installation.destroyKey(in: held.directory.tenant(folder))
    }

    /// Tries every key that is left on the file of a tenant whose key is destroyed, and removes the file. It blocks.
    /// - Parameter others: the folders of the tenants that are left.
    package func removeErased(folder: String, others: [String]) throws(StoreError) -> ErasureProof {
        let place = held.directory.tenant(folder)
        let file = DataDirectory.database(in: place)
        guard let bytes = fileSize(file) else {
            try Installation.removeErased(place)
            return ErasureProof(bytes: 0, keysTried: 0)
        }
        let keys = try mapping(StoreError.key) { () throws(KeyError) in try self.keys(of: others) }
        for key in keys where try Installation.opens(file, key) { throw .stillOpens(path: file) }
        try Installation.removeErased(place)
        return ErasureProof(bytes: bytes, keysTried: keys.count)
    }

    /// Those of tenants and that of `control.db`. A tenant whose own key is damaged has none to try.
    private func keys(of folders: [String]) throws(KeyError) -> [TenantKey] {
        let (directory, master) = (held.directory, masterKeys.withLock(\.self))
        var keys: [TenantKey] = []
        for folder in folders {
            let path = DataDirectory.key(in: directory.tenant(folder))
            do throws(KeyError) {
                let fitting = try master.fitting(path, of: folder)
                keys.append(try TenantKey(contentsOf: path, tenant: folder, wrappedBy: fitting))
            } catch {
                guard error.isOfFile else { throw error }
            }
        }
        let (path, label) = (directory.controlKey, DataDirectory.controlLabel)
        keys.append(try TenantKey(contentsOf: path, tenant: label, wrappedBy: master.fitting(path, of: label)))
        return keys
    }

    /// Removes what a crash or a failure left of tenants that were being erased. It blocks.
    /// - Returns: those whose key is still there. None keeps the others.
    func finishErasures(folders: [String]) -> [UnendedErasure] {
        folders.filter(isThere).compactMap { folder in
            let place = held.directory.tenant(folder)
            do throws(StoreError) { try Installation.destroyKey(in: place) } catch {
                return UnendedErasure(folder: folder, error: error)
            }
            // Without its key nothing can be read in it, whatever else lies there.
            try? Installation.removeErased(place)
            return nil
        }
    }

    /// Overwrites the wrapped key before its name goes, and what a crash left of one that was being wrapped anew. A disk may keep
    /// the old block nevertheless.
    private static func destroyKey(in place: String) throws(StoreError) {
        let path = DataDirectory.key(in: place)
        for name in [path + ".new", path] where unsafe access(name, F_OK) == 0 || errno != ENOENT {
            try overwriteAndRemove(name)
            try syncDirectory(place)
        }
    }

    private static func opens(_ file: String, _ key: TenantKey) throws(StoreError) -> Bool {
        do throws(OpeningError) {
            return try Database.inspect(
                path: file, key: CipherKey(key.bytes), newestVersion: Store.steps.count
            ) { _ in true }
        } catch {
            // Any other reason proves nothing.
            guard case .wrongKey = error else { throw .opening(error) }
            return false
        }
    }

    private static func removeErased(_ place: String) throws(StoreError) {
        try Store.removeUnfinished(place)
        try syncDirectory(folder(of: place))
    }
}
