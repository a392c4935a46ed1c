package import FairKitCore
package import FairKitService
import FairKitStore

extension OpenTenants {
    /// Renames a tenant. Its folder and its keys stay; requests with the old name are refused at once.
    package func rename(
        _ name: TenantName, to new: TenantName, by caller: Caller
    ) async throws(TenantChangeFailure) -> Tenant {
        try caller.mayManageTenants()
        guard name != .standard else { throw .isFirst }
        return try await aloneWithKeys { () async throws(TenantChangeFailure) in
            try await alone { () async throws(TenantChangeFailure) in
                try await refresh()
                return try await give(new, to: try tenant(named: name), by: caller)
            }
        }
    }

    private func give(
        _ new: TenantName, to tenant: Tenant, by caller: Caller
    ) async throws(TenantChangeFailure) -> Tenant {
        guard try await unfinished(new) == nil else { throw .nameTaken }
        try await change(.renamed, tenant, to: tenant.named(new), by: caller) { (tx) throws(DatabaseError) in
            try tx.rename(tenant.id, to: new)
        }
        // The open instance knows the old name.
        await closeAny(tenant.id, due: now())
        return try self.tenant(named: new)
    }
}
