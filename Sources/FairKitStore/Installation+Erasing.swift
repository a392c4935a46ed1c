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
        let master = masterKey.withLock { $0 }
        var keys: [TenantKey] = []
        try mapping(StoreError.key) { () throws(KeyError) in
            for other in others {
                keys.append(
                    try TenantKey(
                        contentsOf: DataDirectory.key(in: directory.tenant(other)), tenant: other, wrappedBy: master))
            }
            keys.append(
                try TenantKey(
                    contentsOf: directory.controlKey, tenant: DataDirectory.controlLabel, wrappedBy: master))
        }
        for key in keys where Installation.opens(file, key) { throw .stillOpens(path: file) }
        try Installation.removeErased(place)
        return ErasureProof(bytes: bytes, keysTried: keys.count)
    }

    /// Removes what a crash left of tenants that were being erased.
    static func finishErasures(_ directory: DataDirectory, folders: [String]) throws(StoreError) {
        for place in folders.map(directory.tenant) where fileSize(place) != nil {
            try destroyKey(in: place)
            try removeErased(place)
        }
    }

    /// Overwrites the wrapped key before its name goes. A disk may keep the old block nevertheless.
    private static func destroyKey(in place: String) throws(StoreError) {
        let path = DataDirectory.key(in: place)
        guard fileSize(path) != nil else { return }
        try overwriteAndRemove(path)
        try syncDirectory(place)
    }

    private static func opens(_ file: String, _ key: TenantKey) -> Bool {
        let opened = try? Database.inspect(
            path: file, key: CipherKey(key.bytes), newestVersion: Store.steps.count
        ) { _ in true }
        return opened ?? false
    }

    private static func removeErased(_ place: String) throws(StoreError) {
        try Store.removeUnfinished(place)
        try syncDirectory(folder(of: place))
    }
}
