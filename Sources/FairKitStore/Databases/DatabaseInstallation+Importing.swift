import Coordination
package import FairKitCore
package import FairKitVault
package import KeyRing
import PostgreSQL
import Relational
import Synchronization

/// A received tenant is a schema at its own location with wrapped keys, which the list of tenants lacks. A file in the
/// server's directory names it, until it is listed or removed. See decision 0118.
extension DatabaseInstallation {
    package func receive(
        _ path: String, key: MasterKey, folder: String, recordedAs entry: AuditEntry
    ) async throws(ArchiveError) -> ReceivedTenant {
        do throws(ArchiveError) {
            let (filling, keys, location) = try await onBlockingThread { () throws(ArchiveError) in
                let reader = try ArchiveReader(path, key: key)
                let (found, oldest) = (reader.header.schemaVersion, SchemaSteps.tenant.oldest)
                guard found >= oldest else { throw .olderSchema(path: path, found: found, oldest: oldest) }
                let keys = try reader.keys(of: path)
                do throws(StoreError) {
                    return (ArchiveFilling(reader, named: path), keys, try self.beginReceiving(folder, keys, at: found))
                } catch { throw .file(error) }
            }
            let end = try await fill(filling, location, keys)
            return try await verify(end, filling.header, keys, location, named: path, recordedAs: entry)
        } catch {
            await abandonReceived()
            throw error
        }
    }

    package func abandonReceived() async {
        // A received tenant that can't be removed now is removed at the next start.
        await onBlockingThread { [self] in try? removeReceived() }
    }

    package func admit(folder: String) throws(StoreError) {
        guard try reading({ (tx) throws(DatabaseError) in try tx.wrappedKeys(of: folder) }) != nil else {
            throw .server(reason: "Another server has removed the imported tenant meanwhile. Import the archive again.")
        }
    }

    /// The list has its new tenant already, so only the location of the one before is left.
    package func admitInsteadOf(_ first: Tenant) throws(StoreError) {
        let folder = newFolder(for: first)
        guard try !reading({ (tx) throws(DatabaseError) in try tx.isListed(folder) }) else { return }
        remove(folder: folder)
    }

    /// Removes the tenant that was received last, unless it is listed. It blocks.
    func removeReceived() throws(StoreError) {
        guard let folder = try server.receiving else { return }
        if PostgresLocation(tenantSchema: folder) != nil,
            try !reading({ (tx) throws(DatabaseError) in try tx.isListed(folder) })
        {
            try destroyKey(folder: folder)
            try drop(folder: folder)
        }
        try server.logReceiving(nil)
    }

    /// Makes an empty schema as the archive's version had it, and the tenant's keys. It blocks.
    private func beginReceiving(_ folder: String, _ keys: TenantKeys, at version: Int) throws(StoreError)
        -> PostgresLocation
    {
        let (location, master) = (try location(of: folder), masterKeys.withLock(\.current))
        guard try !reading({ (tx) throws(DatabaseError) in try tx.isListed(folder) }) else {
            throw .server(reason: "The tenant of this archive is in this database already.")
        }
        try removeReceived()
        try server.logReceiving(folder)
        // Of an attempt of another server.
        try destroyKey(folder: folder)
        try drop(folder: folder)
        let wrapped = try mapping(StoreError.key) { () throws(KeyError) in
            try keys.file(tenant: folder, wrappedBy: master)
        }
        try writing { [now] (tx) throws(DatabaseError) in
            try tx.insertWrappedKeys(wrappedKeys: wrapped, of: folder, at: now())
        }
        try owning { (session) throws(SchemaError) in try session.make(location, by: SchemaSteps.tenant.upTo(version)) }
        return location
    }

    /// Fills the schema, and runs the steps that came after the archive's version.
    private func fill(
        _ filling: ArchiveFilling, _ location: PostgresLocation, _ keys: TenantKeys
    ) async throws(ArchiveError) -> ArchiveEnd {
        let database: PostgresDatabase
        do throws(StoreError) {
            database = try await onBlockingThread { [pool] () throws(StoreError) in
                let digests = try mapping(StoreError.key) { () throws(KeyError) in try keys.digests }
                let sealer = TenantColumnSealer(ColumnCipher(tenant: location.schema, keys: digests))
                return try mapping({ StoreError.database(schema: location.schema, $0) }) { () throws(DatabaseError) in
                    // The archive's version may lack the table of writers, and there is no other one. A commit whose answer
                    // is lost ends the import.
                    try PostgresDatabase.open(pool, at: location, sealer: sealer)
                }
            }
        } catch { throw .file(error) }
        return try await closing(
            { database.close() },
            after: { () async throws(ArchiveError) in
                try await filling.fill(database)
            })
    }

    /// Opens the tenant at the newest version, checks all of it, and records the import as the next entry of its audit log.
    private func verify(
        _ end: ArchiveEnd, _ header: ArchiveHeader, _ keys: TenantKeys, _ location: PostgresLocation,
        named path: String,
        recordedAs entry: AuditEntry
    ) async throws(ArchiveError) -> ReceivedTenant {
        let store: Store
        do throws(StoreError) {
            store = try await onBlockingThread { [self] () throws(StoreError) in
                let anchor = try server.anchor(ofTenant: location.schema)
                if let audit = keys.audit { try AuditAnchor(head: end.audit).write(to: anchor, key: audit) }
                try owning { (session) throws(SchemaError) in
                    try session.upgrade(location, by: .tenant)
                    // Otherwise the first reads would be planned as if the tables were empty.
                    try session.analyse(location, header.tables.map(\.name))
                }
                return try Store.open(location, in: pool, keys: keys, anchor: anchor)
            }
        } catch { throw .file(error) }
        return try await closing(
            { store.close() },
            after: { () async throws(ArchiveError) in
                try await store.engine.endAccess(of: header)
                return try await store.checkReceived(header, from: path, recordedAs: entry)
            })
    }
}

extension Connection {
    fileprivate func isListed(_ folder: String) throws(DatabaseError) -> Bool {
        try exists("SELECT 1 FROM tenant WHERE folder = \(folder)")
    }
}
