package import FairKitCore
package import FairKitVault
import PostgreSQL
import Relational
import Synchronization

/// The access that ended again after the operators of a database restored an earlier state of it.
package struct RestoredDatabase: Sendable {
    /// The tenants in which it ended.
    package fileprivate(set) var tenants: [RestoredTenant] = []
    /// The names of the tenants in which it did not end, and why.
    package fileprivate(set) var failures: [(tenant: String, error: StoreError)] = []
}

extension DatabaseInstallation {
    /// Ends what has come back since the operators of the database restored an earlier state of it, and begins the anchors
    /// of this server where the audit logs end now. No server may run. It can be run again. See decision 0045.
    ///
    /// A tenant that can't be opened does not hold up the others.
    /// - Parameter ended: access to end as well, as recorded apart from the database.
    package func revokeRestoredAccess(ending ended: RevokedAccess) async throws(StoreError) -> RestoredDatabase {
        let others: [String]
        do { others = try otherServers } catch { throw .database(schema: PostgresLocation.control.schema, error) }
        guard others.isEmpty else {
            throw .server(
                reason:
                    "Other servers used this database within the last seconds (\(others.joined(separator: ", "))). Stop them; if none "
                    + "runs, try again in ten seconds.")
        }
        let (tenants, now): ([(tenant: Tenant, folder: String)], Timestamp)
        do {
            (tenants, now) = try await control.write { (tx) throws(DatabaseError) in
                try tx.deleteSigningKeys()
                // The servers go by this clock, too.
                return (try tx.tenantsInUse(), try tx.databaseTime())
            }
        } catch { throw .database(schema: PostgresLocation.control.schema, error) }
        var restored = RestoredDatabase()
        for (tenant, folder) in tenants {
            let name = tenant.name.text
            do throws(StoreError) {
                let store = try open(folder: folder, observer: .none)
                defer { close(store) }
                restored.tenants.append(try await store.revokeRestoredAccess(ending: ended, at: now).labelled(name))
            } catch { restored.failures.append((name, error)) }
        }
        return restored
    }
}

extension Store {
    /// Ends it in one tenant, and begins its anchor. An anchor that was changed stays as it is, as evidence.
    fileprivate func revokeRestoredAccess(
        ending ended: RevokedAccess, at now: Timestamp
    ) async throws(StoreError) -> RestoredTenant {
        let known = anchor.state.withLock(\.self)
        let (restored, head): (RestoredTenant, AuditHead)
        do {
            (restored, head) = try await write { (tx) throws(DatabaseError) in
                try tx.endRestoredAccess(Schema.tenant.count, ended, at: now)
                try tx.beginEpoch(at: now)
                if case .holds(let known) = known, try tx.loss(since: known) != nil {
                    try tx.record(.logCut(known, at: now))
                }
                try tx.record(.storeRestored(ending: ended, at: now))
                try tx.signAudit(at: now)
                return (try tx.restoredTenant(Schema.tenant.count, at: now), try tx.auditState())
            }
        } catch { throw location.failure(error) }
        if known != .changed { try anchor.begin(at: head) }
        return restored
    }
}
