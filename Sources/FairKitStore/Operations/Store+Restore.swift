package import FairKitCore
package import FairKitVault
package import KeyRing
import SQLCipher

extension Store {
    /// Makes a store out of a backup. See `DataDirectory.restore`.
    ///
    /// The keys that sign access tokens do not come back: one of them may have leaked and been dropped since.
    /// - Returns: what was restored.
    @discardableResult
    package static func restore(
        from backup: String, to directory: DataDirectory, masterKey: () throws(KeyError) -> MasterKey
    ) throws(BackupError) -> RowCounts {
        let tables = RestoredTables(
            state: { (tx) throws(DatabaseError) in try tx.countedRows() },
            control: { (tx) throws(DatabaseError) in try tx.deleteSigningKeys() })
        return try DataDirectory.restore(from: backup, to: directory, asking: tables, masterKey: masterKey)
            .reduce(.none, +)
    }
}
