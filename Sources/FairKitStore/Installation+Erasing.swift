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
    /// Destroys the key of a closed tenant, tries every key that is left on its file, and removes the file. It blocks.
    ///
    /// Wrapped with the old master key, the tenant's key may stand in backups, and in blocks of the disk that were let go: so the
    /// master key is to be rotated, too.
    /// - Parameter others: the folders of the tenants that are left.
    package func destroy(folder: String, others: [String]) throws(StoreError) -> ErasureProof {
        let directory = held.directory
        let place = directory.tenant(folder)
        try Installation.destroyKey(in: place)
        let file = DataDirectory.database(in: place)
        let bytes = fileSize(file) ?? 0
        let master = masterKeys.withLock { $0.current }
        // A tenant whose own key is damaged has none to try.
        var keys = others.compactMap {
            try? TenantKey(contentsOf: DataDirectory.key(in: directory.tenant($0)), tenant: $0, wrappedBy: master)
        }
        keys.append(
            try mapping(StoreError.key) { () throws(KeyError) in
                try TenantKey(
                    contentsOf: directory.controlKey, tenant: DataDirectory.controlLabel, wrappedBy: master)
            })
        for key in keys where try Installation.opens(file, key) { throw .stillOpens(path: file) }
        try Installation.removeErased(place)
        return ErasureProof(bytes: bytes, keysTried: keys.count)
    }

    /// Removes what a crash left of tenants that were being erased.
    static func finishErasures(_ directory: DataDirectory, folders: [String]) throws(StoreError) {
        for place in folders.map(directory.tenant) where fileSize(place) != nil {
            try destroyKey(in: place)
            // Without its key nothing can be read in it, whatever else lies there.
            try? removeErased(place)
        }
    }

    /// Overwrites the wrapped key before its name goes. A disk may keep the old block nevertheless.
    private static func destroyKey(in place: String) throws(StoreError) {
        let path = DataDirectory.key(in: place)
        guard fileSize(path) != nil else { return }
        try overwriteAndRemove(path)
        try syncDirectory(place)
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
