package import FairKitCore
import FairKitStore

extension OpenTenants {
    /// Gives a tenant another name. Its folder and its keys stay; requests that name the old one are refused at once.
    package func rename(
        _ name: TenantName, to new: TenantName, by caller: Caller
    ) async throws(TenantChangeFailure) -> Tenant {
        try caller.mayManageTenants()
        try await refresh()
        let tenant = try tenant(named: name)
        guard name != .standard else { throw .isFirst }
        try await change(.renamed, tenant, named: new, by: caller) { (tx) throws(DatabaseError) in
            try tx.rename(tenant.id, to: new)
        }
        // What is open knows its old name.
        await closeAny(tenant.id)
        return try self.tenant(named: new)
    }
}
