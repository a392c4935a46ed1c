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
            let (filling, keys) = try await apart { () throws(ArchiveError) in
                let reader = try ArchiveReader(path, key: key)
                let keys = try directory.beginImporting(folder, of: reader, path, master)
                return (ArchiveFilling(reader), keys)
            }
            let end = try await fill(
                filling, keys, in: DataDirectory.database(in: directory.importing.tenant(folder)), path)
            return try await verify(end, filling.header, keys, folder: folder, named: path, recordedAs: entry)
        } catch {
            await abandonReceived()
            throw error
        }
    }

    package func abandonReceived() async {
        await apart { [held] in try? held.directory.removeImporting() }
    }

    package func admit(folder: String) throws(StoreError) { try held.directory.putImported(folder) }

    package func admitInsteadOfFirst() throws(StoreError) {
        try held.directory.putImportedInsteadOfFirst()
    }

    /// Fills the file, and shows that it has the rows of the archive.
    private func fill(
        _ filling: ArchiveFilling, _ keys: TenantKeys, in file: String, _ path: String
    ) async throws(ArchiveError) -> ArchiveEnd {
        let header = filling.header
        let database: Database
        do throws(StoreError) {
            database = try await apart { () throws(StoreError) in
                try mapping(StoreError.opening) { () throws(OpeningError) in
                    let key = try CipherKey(keys.key.bytes)
                    let migrations = Array(Schema.tenant.prefix(header.schemaVersion))
                    try Database.create(path: file, key: key, migrations: migrations)
                    return try Database.open(path: file, key: key, migrations: migrations, readerCount: 1, kept: 0)
                }
            }
        } catch { throw .file(error) }
        let outcome: Result<ArchiveEnd, ArchiveError>
        do throws(ArchiveError) {
            let end = try await filling.fill(database)
            try await compare(end, header, database, path)
            try await endAccess(header, database, at: Timestamp(milliseconds: header.exportedAt))
            outcome = .success(end)
        } catch { outcome = .failure(error) }
        await apart { database.close() }
        return try outcome.get()
    }

    /// The rows are read once more: they make the same pieces, so they have the same digest.
    private func compare(
        _ end: ArchiveEnd, _ header: ArchiveHeader, _ database: Database, _ path: String
    ) async throws(ArchiveError) {
        let tables = header.tables
        let digest: Result<[UInt8], ArchiveError>
        do throws(DatabaseError) {
            digest = try await database.readOnDedicatedConnection { connection throws(DatabaseError) in
                do throws(ArchiveError) { return .success(try connection.digest(of: tables)) } catch {
                    return .failure(error)
                }
            }
        } catch { throw .database(error) }
        guard try digest.get() == end.digest else {
            throw .inconsistent(path: path, difference: "the rows that were written are not those of the archive")
        }
    }

    /// Sessions end with a move. The archive of a tenant that went on meanwhile is a copy: what ended there since can't
    /// be told, so access ends as in a restored backup.
    private func endAccess(
        _ header: ArchiveHeader, _ database: Database, at exported: Timestamp
    ) async throws(ArchiveError) {
        do {
            try await database.write { (tx) throws(DatabaseError) in
                if header.isSuspended {
                    try tx.endAllSessions(at: exported)
                } else {
                    try tx.endRestoredAccess(header.schemaVersion, EndedAccess(), at: exported)
                }
            }
        } catch { throw .database(error) }
    }

    /// Opens the tenant, which migrates it, checks all of it, and records the import as the next entry of its audit log.
    private func verify(
        _ end: ArchiveEnd, _ header: ArchiveHeader, _ keys: TenantKeys, folder: String, named path: String,
        recordedAs entry: AuditEntry
    ) async throws(ArchiveError) -> ReceivedTenant {
        let (held, master) = (held, masterKeys.withLock(\.current))
        let store: Store
        do throws(StoreError) {
            store = try await apart { () throws(StoreError) in
                let place = held.directory.importing
                if let audit = keys.audit {
                    try AuditAnchor(head: end.audit).write(
                        to: DataDirectory.anchor(in: place.tenant(folder)), key: audit)
                }
                let secrets = try TenantSecrets(of: place, folder: folder) { () throws(KeyError) in master }
                let opening = try StoreInOpening(held, secrets, observer: .none, damagedLog: .refused)
                return try opening.end { () throws(KeyError) in master }.store
            }
        } catch { throw .file(error) }
        let outcome: Result<RowCounts, ArchiveError>
        do throws(ArchiveError) { outcome = .success(try await check(store, path, recordedAs: entry)) } catch {
            outcome = .failure(error)
        }
        await apart { store.close() }
        return ReceivedTenant(header: header, counts: try outcome.get())
    }

    private func check(
        _ store: Store, _ path: String, recordedAs entry: AuditEntry
    ) async throws(ArchiveError) -> RowCounts {
        var faults: [String] = []
        do throws(DatabaseError) {
            if try await !store.verifyAudit().isSound { faults = ["The audit log can't be verified."] }
            faults += try await store.check().findings.map(\.sentence)
        } catch { throw .database(error) }
        guard faults.isEmpty else { throw .unsound(path: path, findings: faults.joined(separator: " ")) }
        do throws(DatabaseError) {
            try await store.write { (tx) throws(DatabaseError) in try tx.record(entry) }
            return try await store.read { (tx) throws(DatabaseError) in try tx.countedRows() }
        } catch { throw .database(error) }
    }
}

extension DataDirectory {
    /// Makes the folder of a tenant that is being imported, with its keys.
    fileprivate func beginImporting(
        _ folder: String, of archive: borrowing ArchiveReader, _ path: String, _ master: MasterKey
    ) throws(ArchiveError) -> TenantKeys {
        let keys: TenantKeys?
        do throws(KeyError) { keys = try TenantKeys.moved(archive.secrets, sealedAs: archive.header.sealedAs) } catch {
            throw .key(error)
        }
        guard let keys else { throw .inconsistent(path: path, difference: "its keys have an unknown size") }
        do throws(StoreError) {
            try removeImporting()
            for place in [importing.path, importing.tenants, importing.tenant(folder)] { try makeDirectory(place) }
            try mapping(StoreError.key) { () throws(KeyError) in
                try keys.write(to: DataDirectory.key(in: importing.tenant(folder)), tenant: folder, wrappedBy: master)
            }
        } catch { throw .file(error) }
        return keys
    }
}
