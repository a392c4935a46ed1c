package import FairKitCore
package import FairKitVault
package import KeyRing
import Relational
import SQLCipher

extension Store {
    /// Makes a store from a backup. See `DataDirectory.restore`.
    ///
    /// Sessions, tokens, challenges, invitations, backup codes, shares and emergency accesses end, since those that
    /// ended after the backup can't be told from the others. The keys that sign access tokens are not restored either:
    /// one of them may have leaked and been deleted.
    /// - Parameter ended: access to end as well, as recorded apart from the backup.
    /// - Returns: the restored tenants.
    @discardableResult
    package static func restore(
        from backup: String, to directory: DataDirectory, at now: Timestamp,
        ending ended: RevokedAccess = RevokedAccess(),
        masterKey: () throws(KeyError) -> MasterKey
    ) throws(BackupError) -> [RestoredTenant] {
        let tables = restoredTables(ending: ended, at: now)
        return try DataDirectory.restore(from: backup, to: directory, asking: tables, masterKey: masterKey).map {
            $0.state.labelled($0.folder)
        }
    }

    /// The row counts of the tenants in a backup, by folder. It changes nothing.
    package static func countedRows(inBackup path: String, masterKey: MasterKey) throws(StoreError) -> [String:
        RowCounts]
    {
        let source = DataDirectory(path: path)
        var counts: [String: RowCounts] = [:]
        for folder in try source.tenantFolders() {
            let (file, key) = (
                DataDirectory.database(in: source.tenant(folder)),
                try source.key(ofTenant: folder) { () throws(KeyError) in masterKey }
            )
            let counted = try mapping(StoreError.opening) { () throws(OpeningError) in
                try Database.inspect(path: file, key: CipherKey(key.bytes), newestVersion: Schema.tenant.count) {
                    connection in Result { () throws(DatabaseError) in try connection.countedRows() }
                }
            }
            do { counts[folder] = try counted.get() } catch { throw .opening(.database(path: file, error)) }
        }
        return counts
    }

    /// The operations of a restoration that read from the tables, and those that end access in them.
    static func restoredTables(ending ended: RevokedAccess, at now: Timestamp) -> RestoredTables<RestoredTenant> {
        RestoredTables(
            state: { (tx) throws(DatabaseError) in
                try tx.restoredTenant(tx.filePages().schemaVersion, at: now)
            },
            tenant: { (tx, version) throws(DatabaseError) in
                try tx.endRestoredAccess(version, ended, at: now)
                try tx.beginEpoch(at: now)
                // In an older file an entry has fewer columns.
                guard version == Schema.tenant.count else { return }
                try tx.record(.storeRestored(ending: ended, at: now))
            },
            control: { (tx) throws(DatabaseError) in try tx.deleteSigningKeys() })
    }
}
