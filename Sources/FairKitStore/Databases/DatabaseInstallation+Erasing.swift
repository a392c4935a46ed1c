package import FairKitCore
package import FairKitVault
import KeyRing
import PostgreSQL
import Relational
import Synchronization

extension DatabaseInstallation {
    /// Whether the schema or the key of an erased tenant still exists. It blocks, on a connection of its own.
    package func isThere(folder: String) -> Bool {
        let found = try? owning { (session) throws(SchemaError) in
            do throws(DatabaseError) {
                try session.enter(.control)
                return try ReadTransaction(session).exists(
                    """
                    SELECT 1 FROM wrapped_key WHERE label = \(folder)
                    UNION ALL SELECT 1 FROM pg_namespace WHERE nspname = \(folder)
                    """)
            } catch { throw .database(error) }
        }
        // If the database can't be read, they may still be there.
        return found ?? true
    }

    /// Deletes the wrapped key of a tenant, and its dead row. The log and the backups of the database still have it, wrapped by
    /// the master key.
    package func destroyKey(folder: String) throws(StoreError) {
        try writing { (tx) throws(DatabaseError) in try tx.deleteWrappedKeys(of: folder) }
        try owning { (session) throws(SchemaError) in
            do throws(DatabaseError) {
                try session.enter(.control)
                try session.removeDeadRows(of: "wrapped_key")
            } catch { throw .database(error) }
        }
    }

    /// Tries every remaining key on what the tenant sealed, and drops the schema.
    package func removeErased(folder: String, others: [String]) throws(StoreError) -> ErasureProof {
        let location = try location(of: folder)
        guard isThere(folder: folder) else { return ErasureProof(bytes: 0, keysTried: 0) }
        var keys: [TenantKeys] = []
        for other in others + [DataDirectory.controlLabel] {
            do throws(StoreError) { keys.append(try self.keys(of: other)) } catch {
                // A tenant whose keys are damaged has none to try.
                guard case .key(let failure) = error, failure.isOfFile else { throw error }
            }
        }
        for key in keys where try opens(location, by: key) { throw .stillOpens(path: "The schema \(folder)") }
        let bytes = try owning { (session) throws(SchemaError) in
            do throws(DatabaseError) {
                try session.enter(location)
                return try ReadTransaction(session).sizesOfSchema().bytes
            } catch { throw .database(error) }
        }
        try drop(folder: folder)
        return ErasureProof(bytes: bytes, keysTried: keys.count)
    }

    /// Removes what a crash or a failure left of tenants that were being erased. It blocks.
    /// - Returns: those whose key still exists. One failure does not stop the others.
    func finishErasures(folders: [String]) -> [UnendedErasure] {
        folders.filter(isThere).compactMap { folder in
            do throws(StoreError) { try destroyKey(folder: folder) } catch {
                return UnendedErasure(folder: folder, error: error)
            }
            // Without its key, what it sealed is unreadable.
            try? drop(folder: folder)
            return nil
        }
    }

    func drop(folder: String) throws(StoreError) {
        let location = try location(of: folder)
        try owning { (session) throws(SchemaError) in try session.drop(location) }
        server.forget(tenant: folder)
    }

    /// Whether another tenant's keys open anything that a tenant sealed.
    private func opens(_ location: PostgresLocation, by keys: TenantKeys) throws(StoreError) -> Bool {
        let digests = try mapping(StoreError.key) { () throws(KeyError) in try keys.digests }
        let cipher = ColumnCipher(tenant: location.schema, keys: digests)
        do {
            let database = try PostgresDatabase.open(pool, at: location, sealer: TenantColumnSealer(cipher))
            defer { database.close() }
            return try database.readBlocking { (tx) throws(DatabaseError) in try tx.opensSomethingSealed() }
        } catch { throw .database(schema: location.schema, error) }
    }
}

extension Connection {
    /// Whether the connection's keys open a key's name, a person's name, or an address in the audit log.
    fileprivate func opensSomethingSealed() throws(DatabaseError) -> Bool {
        let probes: [(SQL, SealedColumn)] = [
            ("SELECT id, name FROM api_key LIMIT 1", .apiKeyName),
            ("SELECT id, given_name FROM profile LIMIT 1", .profileGivenName),
            ("SELECT number, address FROM audit WHERE address IS NOT NULL LIMIT 1", .auditAddress),
        ]
        for (query, column) in probes {
            do throws(DatabaseError) {
                let found = try first(query) { row throws(DatabaseError) in
                    try row.value(1, as: String?.self, sealed: column, key: 0)
                }
                if case .some(.some) = found { return true }
            } catch {
                guard case .unsealable = error else { throw error }
            }
        }
        return false
    }
}
