package import FairKitCore
import Glibc
import KeyRing
import SQLCipher

extension DataDirectory {
    /// Overwrites a tenant's wrapped key before unlinking it, and also what a crash left of a rewrapping. A disk may
    /// keep the old block nevertheless.
    package func destroyKey(folder: String) throws(StoreError) {
        let location = tenant(folder)
        let path = DataDirectory.key(in: location)
        for name in [path + ".new", path] where unsafe access(name, F_OK) == 0 || errno != ENOENT {
            try overwriteAndRemove(name)
            try syncDirectory(location)
        }
    }

    /// Tries every remaining key on the file of a tenant whose key is destroyed, and removes the file.
    /// - Parameters:
    ///   - others: the folders of the remaining tenants.
    ///   - master: wraps their keys.
    package func removeErased(folder: String, others: [String], keys master: MasterKeys) throws(StoreError)
        -> ErasureProof
    {
        let file = DataDirectory.database(in: tenant(folder))
        guard let bytes = fileSize(file) else {
            try removeErased(folder: folder)
            return ErasureProof(bytes: 0, keysTried: 0)
        }
        let keys = try mapping(StoreError.key) { () throws(KeyError) in try self.keys(of: others, master) }
        for key in keys where try opens(file, key) { throw .stillOpens(path: file) }
        try removeErased(folder: folder)
        return ErasureProof(bytes: bytes, keysTried: keys.count)
    }

    /// Removes the folder of a tenant whose key is destroyed.
    package func removeErased(folder: String) throws(StoreError) {
        try removeUnfinished(tenant(folder))
        try syncDirectory(tenants)
    }

    /// The keys of tenants and of `control.db`. A tenant whose key file is damaged has no key to try.
    private func keys(of folders: [String], _ master: MasterKeys) throws(KeyError) -> [TenantKey] {
        var keys: [TenantKey] = []
        for folder in folders {
            let path = DataDirectory.key(in: tenant(folder))
            do throws(KeyError) {
                let fitting = try master.fitting(path, of: folder)
                keys.append(try TenantKey(contentsOf: path, tenant: folder, wrappedBy: fitting))
            } catch {
                guard error.isOfFile else { throw error }
            }
        }
        let label = DataDirectory.controlLabel
        keys.append(
            try TenantKey(contentsOf: controlKey, tenant: label, wrappedBy: master.fitting(controlKey, of: label)))
        return keys
    }
}

private func opens(_ file: String, _ key: TenantKey) throws(StoreError) -> Bool {
    do throws(OpeningError) {
        return try Database.inspect(
            path: file, key: CipherKey(key.bytes), newestVersion: Schema.tenant.count
        ) { _ in true }
    } catch {
        // Any other error proves nothing.
        guard case .wrongKey = error else { throw .opening(error) }
        return false
    }
}
