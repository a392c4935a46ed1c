package import FairKitCore
package import FairKitVault
import PostgreSQL
import Relational
import Synchronization

extension DatabaseInstallation {
    /// Ends what has come back since the operators of the database restored an earlier state of it, and begins the anchors
    /// of this server where the audit logs end now. No server may run. If it fails, it can be run again. See decision 0124.
    /// - Parameter ended: access to end as well, as noted apart from the database.
    /// - Returns: what each tenant has, by name.
    package func endWhatCameBack(ending ended: EndedAccess) async throws(StoreError) -> [RestoredTenant] {
        let (others, tenants): ([String], [(tenant: Tenant, folder: String)])
        do {
            others = try otherServers
            tenants = try await control.read { (tx) throws(DatabaseError) in
                var found: [(tenant: Tenant, folder: String)] = []
                for tenant in try tx.tenants() where tenant.state != .erased {
                    if let folder = try tx.folder(of: tenant.id) { found.append((tenant, folder)) }
                }
                return found
            }
        } catch { throw .database(schema: PostgresPlace.control.schema, error) }
        guard others.isEmpty else {
            throw .server(
                reason: "Other servers use this database now (\(others.joined(separator: ", "))). Stop them first.")
        }
        var restored: [RestoredTenant] = []
        for (tenant, folder) in tenants {
            let store = try open(folder: folder, observer: .none)
            defer { close(store) }
            restored.append(try await store.endWhatCameBack(ending: ended, at: now()).of(tenant.name.text))
        }
        do { try await control.write { (tx) throws(DatabaseError) in try tx.deleteSigningKeys() } } catch {
            throw .database(schema: PostgresPlace.control.schema, error)
        }
        return restored
    }
}

extension Store {
    /// The same for one tenant.
    fileprivate func endWhatCameBack(
        ending ended: EndedAccess, at now: Timestamp
    ) async throws(StoreError) -> RestoredTenant {
        let known = anchor.state.withLock(\.self)
        let (restored, head): (RestoredTenant, AuditHead)
        do {
            (restored, head) = try await write { (tx) throws(DatabaseError) in
                try tx.endRestoredAccess(Schema.tenant.count, ended, at: now)
                if case .holds(let known) = known, try tx.loss(since: known) != nil {
                    try tx.record(.logCut(known, at: now))
                }
                try tx.record(.storeRestored(ending: ended, at: now))
                try tx.signAudit(at: now)
                return (try tx.restoredTenant(Schema.tenant.count, at: now), try tx.auditState())
            }
        } catch { throw place.failure(error) }
        try anchor.begin(at: head)
        return restored
    }
}
