import Glibc
package import KeyRing
package import Relational
import SQLCipher

/// Replaces a tenant with one from a backup, in steps, each of which is on the disk before the next one begins. The new
/// tenant is completed beside its place. The present one is renamed out of the way, and the new one to its place. Then
/// the old one is removed. See decision 0045.
extension DataDirectory {
    /// Reads from a backup's `control.db`.
    /// - Returns: nil in a backup of a version with a single tenant.
    package static func readControl<T>(
        ofBackup path: String, masterKey: (_ keyFile: String, _ label: String) throws(KeyError) -> MasterKey,
        _ body: (borrowing ReadTransaction) throws(DatabaseError) -> T
    ) throws(BackupError) -> T? {
        let source = DataDirectory(path: path)
        guard fileSize(DataDirectory.database(in: source.tenant)) != nil else { throw .noBackup(path: path) }
        let lock = try heldSource(source, named: path)
        defer { withExtendedLifetime(lock) {} }
        let control = try checkedControl(source, named: path) { () throws(KeyError) in
            try masterKey(source.controlKey, DataDirectory.controlLabel)
        }
        guard let control else { return nil }
        let read = try mapping(BackupError.store) { () throws(StoreError) in
            try mapping(StoreError.opening) { () throws(OpeningError) in
                try Database.inspect(
                    path: source.control, key: CipherKey(control.key.bytes), newestVersion: Schema.control.count
                ) { connection in Result { () throws(DatabaseError) in try body(connection) } }
            }
        }
        do { return try read.get() } catch { throw .store(.opening(.database(path: source.control, error))) }
    }

    /// Creates a tenant from a backup beside its place, with its keys wrapped by this installation's master key.
    /// - Parameters:
    ///   - tables: reads and ends what only the store's tables know.
    ///   - masterKey: wraps its keys in the backup.
    package func makeReplacement<State>(
        of folder: String, from backup: String, asking tables: RestoredTables<State>,
        masterKey: (_ keyFile: String) throws(KeyError) -> MasterKey, wrappedBy master: MasterKey
    ) throws(BackupError) -> State {
        let source = DataDirectory(path: backup)
        let lock = try DataDirectory.heldSource(source, named: backup)
        defer { withExtendedLifetime(lock) {} }
        let old: MasterKey
        do throws(KeyError) { old = try masterKey(DataDirectory.key(in: source.tenant(folder))) } catch {
            throw .store(.key(error))
        }
        let keys = try DataDirectory.checked(source, folder: folder, named: backup) { () throws(KeyError) in old }.keys
        do throws(BackupError) {
            let state = try DataDirectory.makeCopy(folder, of: source, in: self, keys: keys, named: backup, tables)
            try mapping(BackupError.store) { () throws(StoreError) in
                try mapping(StoreError.key) { () throws(KeyError) in
                    let file = DataDirectory.key(in: newTenant(folder))
                    try TenantKeys.rewrap(file, tenant: folder, from: old, to: master)
                }
            }
            return state
        } catch {
            try? removeUnfinished(newTenant(folder))
            throw error
        }
    }

    /// Moves the new tenant to its place.
    package func putReplacement(of folder: String) throws(StoreError) {
        let (new, location, old) = (newTenant(folder), tenant(folder), replacedTenant(folder))
        if fileSize(location) != nil {
            try removeUnfinished(old)
            guard unsafe rename(location, old) == 0 else { throw lastError(location) }
            try syncDirectory(tenants)
        }
        guard unsafe rename(new, location) == 0 else { throw lastError(location) }
        try syncDirectory(tenants)
    }

    /// Completes or undoes interrupted replacements: the old tenant is removed if the new one is in its place;
    /// otherwise the old one goes back, and the new one is removed.
    package func settleReplacements() throws(StoreError) {
        guard fileSize(tenants) != nil else { return }
        for entry in try entriesOfTenants() where entry.hasPrefix(".") && entry.hasSuffix(".old") {
            let folder = String(entry.dropFirst().dropLast(4))
            let (location, old) = (tenant(folder), replacedTenant(folder))
            if fileSize(location) != nil {
                // Its key may be one that must not be recoverable.
                let key = DataDirectory.key(in: old)
                if fileSize(key) != nil { try overwriteAndRemove(key) }
                try removeUnfinished(old)
            } else {
                guard unsafe rename(old, location) == 0 else { throw lastError(location) }
                try removeUnfinished(newTenant(folder))
            }
            try syncDirectory(tenants)
        }
    }
}
