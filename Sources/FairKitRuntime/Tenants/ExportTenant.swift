import Coordination
package import FairKitCore
package import FairKitService
import FairKitStore
import FairKitVault
import KeyRing

extension OpenTenants {
    /// Writes a tenant to one archive. See `Store.export`. The export is the last entry of the audit log in the archive.
    /// - Parameters:
    ///   - path: a file that does not exist, in an existing directory.
    ///   - keyFile: the file of the key that opens the archive; it is created if it does not exist.
    package func export(
        _ name: TenantName, to path: String, keyFile: String, _ how: ExportedWhile, by caller: Caller
    ) async throws(TenantMoveFailure) -> ExportedTenant {
        guard caller.subject.may(.manageTenants) else { throw .forbidden }
        return try await aloneWithKeys { () async throws(TenantMoveFailure) in
            do throws(TenantChangeFailure) {
                try await alone { () async throws(TenantChangeFailure) in try await refresh() }
                if how == .suspending, known[name]?.state == .active {
                    _ = try await set(name, suspended: true, by: caller)
                }
            } catch { throw .change(error) }
            guard let tenant = known[name] else { throw .unknown }
            guard tenant.state == .suspended || how == .active else { throw .active }
            return try await write(tenant, to: path, keyFile: keyFile, by: caller)
        }
    }

    private func write(
        _ tenant: Tenant, to path: String, keyFile: String, by caller: Caller
    ) async throws(TenantMoveFailure) -> ExportedTenant {
        guard fileSize(path) == nil else {
            throw .archive(.file(.system(path: path, reason: "it exists already. Name a file that does not exist")))
        }
        let key = try await archiveKey(in: keyFile)
        let use: Use
        do { use = try await self.use(tenant.name, evenSuspended: true) } catch { throw .tenant(error) }
        defer { withExtendedLifetime(use) {} }
        let (store, now) = (use.store, now())
        let entry = caller.entry(.tenantExported, tenant.id, about: nil, at: now)
        do {
            try await store.write { (tx) throws(DatabaseError) in try tx.record(entry) }
        } catch { throw .archive(.database(error)) }
        let exported: ExportedTenant
        do { exported = try await store.export(tenant, to: path, key: key, at: now) } catch { throw .archive(error) }
        do {
            try await installation.control.write { (tx) throws(DatabaseError) in
                try tx.recordTenantEvent(.exported, of: tenant.id, at: now, in: caller.requestID)
                // The first tenant has the entry already.
                if tenant.name != .standard { try tx.logUnrecorded(entry) }
            }
        } catch { throw .control(error) }
        await recordChanges()
        return exported
    }

    private func archiveKey(in file: String) async throws(TenantMoveFailure) -> MasterKey {
        do throws(KeyError) {
            return try await onBlockingThread { () throws(KeyError) in
                if fileSize(file) == nil { try MasterKey.random().write(wholeTo: file) }
                return try MasterKey(contentsOf: file)
            }
        } catch { throw .key(error) }
    }
}
