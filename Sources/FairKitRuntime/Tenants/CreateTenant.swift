import Coordination
package import FairKitCore
package import FairKitService
import FairKitStore
import FairKitVault
import Logging

extension OpenTenants {
    /// Creates a tenant: its folder, its key and its empty file. Leftovers of a crash belong to no tenant.
    package func create(_ name: TenantName, by caller: Caller) async throws(TenantChangeFailure) -> Tenant {
        try caller.mayManageTenants()
        return try await aloneWithKeys { () async throws(TenantChangeFailure) in
            try await alone { () async throws(TenantChangeFailure) in
                try await refresh()
                return try await make(name, by: caller)
            }
        }
    }

    private func make(_ name: TenantName, by caller: Caller) async throws(TenantChangeFailure) -> Tenant {
        guard known[name] == nil, try await unfinished(name) == nil else { throw .nameTaken }
        let tenant = Tenant(id: .new(at: now()), name: name, state: .active, createdAt: now(), dueAt: nil)
        let (installation, folder) = (installation, installation.newFolder(for: tenant))
        do {
            try await onBlockingThread { () throws(StoreError) in try installation.make(folder: folder) }
        } catch { throw .store(error) }
        do {
            try await change(.created, tenant, to: tenant, by: caller) { (tx) throws(DatabaseError) in
                try tx.insertTenant(tenant, folder: folder)
            }
        } catch {
            if case .unclear = error {
                logger.error(
                    "only the next start shows whether a tenant was created; its folder is kept",
                    metadata: ["tenant": "\(tenant.id)"])
            } else {
                await onBlockingThread { installation.remove(folder: folder) }
            }
            throw error
        }
        return tenant
    }
}
