import Coordination
package import FairKitCore
package import FairKitVault
package import KeyRing
import Relational
import SQLCipher
import Synchronization

extension FileInstallation {
    package func receive(
        _ path: String, key: MasterKey, folder: String, recordedAs entry: AuditEntry
    ) async throws(ArchiveError) -> ReceivedTenant {
        let (directory, master) = (held.directory, masterKeys.withLock(\.current))
        do throws(ArchiveError) {
            let (filling, keys) = try await onBlockingThread { () throws(ArchiveError) in
                let reader = try ArchiveReader(path, key: key)
                let keys = try directory.beginImporting(folder, of: reader, path, master)
                return (ArchiveFilling(reader, named: path), keys)
            }
            let end = try await fill(
                filling, keys, in: DataDirectory.database(in: directory.importing.tenant(folder)))
            return try await verify(end, filling.header, keys, folder: folder, named: path, recordedAs: entry)
        } catch {
            await abandonReceived()
            throw error
        }
    }

    package func abandonReceived() async {
        await onBlockingThread { [held] in try? held.directory.removeImporting() }
    }

    package func admit(folder: String) throws(StoreError) {
        // Without a line in `control`, it belongs to no tenant.
        if isThere(folder: folder) { remove(folder: folder) }
        try held.directory.putImported(folder)
    }

    package func admitInsteadOf(_ first: Tenant) throws(StoreError) {
        try held.directory.putImportedInsteadOfFirst()
    }

    /// Makes the file as the archive's version had it, and fills it.
    private func fill(
        _ filling: ArchiveFilling, _ keys: TenantKeys, in file: String
    ) async throws(ArchiveError) -> ArchiveEnd {
        let header = filling.header
        let database: Database
        do throws(StoreError) {
            database = try await onBlockingThread { () throws(StoreError) in
                try mapping(StoreError.opening) { () throws(OpeningError) in
                    let key = try CipherKey(keys.key.bytes)
                    let migrations = Array(Schema.tenant.prefix(header.schemaVersion))
                    try Database.create(path: file, key: key, migrations: migrations)
                    return try Database.open(path: file, key: key, migrations: migrations, readerCount: 1, kept: 0)
                }
            }
        } catch { throw .file(error) }
        return try await closing(
            { database.close() },
            after: { () async throws(ArchiveError) in
                let end = try await filling.fill(database)
                try await database.endAccess(of: header)
                return end
            })
    }

    /// Opens the tenant, which migrates it, checks all of it, and records the import as the next entry of its audit log.
    private func verify(
        _ end: ArchiveEnd, _ header: ArchiveHeader, _ keys: TenantKeys, folder: String, named path: String,
        recordedAs entry: AuditEntry
    ) async throws(ArchiveError) -> ReceivedTenant {
        let (held, master) = (held, masterKeys.withLock(\.current))
        let store: Store
        do throws(StoreError) {
            store = try await onBlockingThread { () throws(StoreError) in
                let location = held.directory.importing
                if let audit = keys.audit {
                    try AuditAnchor(head: end.audit).write(
                        to: DataDirectory.anchor(in: location.tenant(folder)), key: audit)
                }
                let secrets = try TenantSecrets(of: location, folder: folder) { () throws(KeyError) in master }
                let opening = try StoreInOpening(held, secrets, observer: .none, damagedLog: .refused)
                return try opening.end { () throws(KeyError) in master }.store
            }
        } catch { throw .file(error) }
        return try await closing(
            { store.close() },
            after: { () async throws(ArchiveError) in
                try await store.checkReceived(header, from: path, recordedAs: entry)
            })
    }
}

extension DataDirectory {
    /// Makes the folder of a tenant that is being imported, with its keys.
    fileprivate func beginImporting(
        _ folder: String, of archive: borrowing ArchiveReader, _ path: String, _ master: MasterKey
    ) throws(ArchiveError) -> TenantKeys {
        let keys = try archive.keys(of: path)
        do throws(StoreError) {
            try removeImporting()
            for location in [importing.path, importing.tenants, importing.tenant(folder)] {
                try makeDirectory(location)
            }
            try mapping(StoreError.key) { () throws(KeyError) in
                try keys.write(to: DataDirectory.key(in: importing.tenant(folder)), tenant: folder, wrappedBy: master)
            }
        } catch { throw .file(error) }
        return keys
    }
}
