package import FairKitVault
package import KeyRing
package import PostgreSQL
package import Relational
import Synchronization

extension Store {
    /// The statement that each writing transaction of a schema begins with. See decision 0116.
    static let head = "UPDATE head SET commits = commits + 1"
    /// The statement that each transaction of a schema ends with that changed an API key, a session or an account.
    static let notingCallers: SQL = "UPDATE head SET callers = callers + 1"

    /// Opens a tenant's schema at the newest version. It blocks while it reads.
    /// - Parameters:
    ///   - keys: the tenant's keys, with the secret of its audit log.
    ///   - anchor: the file of this server that records the state of the audit log. If this server has never opened the
    ///     tenant, it begins now.
    ///   - observer: gets the database's events.
    /// - Throws: `StoreError.key` if there is no secret of an audit log.
    package static func open(
        _ location: PostgresLocation, in pool: ConnectionPool, keys: TenantKeys, anchor: String,
        observer: DatabaseObserver = .none
    ) throws(StoreError) -> Store {
        let (seal, digests) = try mapping(StoreError.key) { () throws(KeyError) in
            guard let audit = keys.audit else { throw .auditKeyMissing(path: location.schema) }
            return (AuditSeal(key: audit), try keys.digests)
        }
        let anchor = try AnchorFile(path: anchor, key: seal.key)
        let (commits, health) = (Commits(), StoreHealth())
        let sealer = TenantColumnSealer(ColumnCipher(tenant: location.schema, keys: digests)) { table in
            health.logAltered(table)
            observer.foundAltered(table)
        }
        let database: PostgresDatabase
        do {
            database = try PostgresDatabase.open(
                pool, at: location, head: head, noting: notingCallers, seal: seal, sealer: sealer,
                observer: health.observing(observer.counting(in: commits)))
        } catch { throw .database(schema: location.schema, error) }
        let store = Store(
            database, at: .schema(StoreSchema(database, at: location)), commits: commits, health: health, keys: keys,
            digests: digests, seal: seal, anchor: anchor)
        do throws(StoreError) {
            try store.compareAnchor()
            try store.authenticateEarlierRows()
        } catch {
            database.close()
            throw error
        }
        return store
    }

    /// Compares the anchor of this server with the audit log. What is lost is recorded outside the database at once.
    private func compareAnchor() throws(StoreError) {
        let state = anchor.state.withLock(\.self)
        let found: AuditFound
        do {
            found = try engine.readBlocking { (tx) throws(DatabaseError) in
                let loss: AuditLoss? = if case .holds(let known) = state { try tx.loss(since: known) } else { nil }
                return AuditFound(head: try tx.auditState(), loss: loss)
            }
        } catch { throw location.failure(error) }
        switch state {
        case .missing: try anchor.begin(at: found.head)
        case .holds: if found.loss != nil { _ = try anchor.move(found) }
        // It stays as it is, as evidence.
        case .changed: break
        }
    }

    /// Gives codes to the rows of an earlier version, or of an archive: once for each server. See decision 0134.
    private func authenticateEarlierRows() throws(StoreError) {
        guard case .holds(let known) = anchor.state.withLock(\.self), !known.hasCodes else { return }
        for rights in Rights.allCases {
            do throws(DatabaseError) {
                // A new tenant has none, and needs no write.
                let lacksCodes = try engine.readBlocking { (tx) throws(DatabaseError) in try tx.lacksCodes(rights) }
                guard lacksCodes else { continue }
                var last: [SQLValue]?
                repeat {
                    let after = last
                    last = try engine.writeBlocking { (tx) throws(DatabaseError) in
                        try tx.authenticateEarlier(rights, after: after, atMost: 1000)
                    }
                } while last != nil
            } catch { throw location.failure(error) }
        }
        try anchor.logCodes()
    }
}
