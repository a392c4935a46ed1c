package import FairKitCore
import FairKitStore

extension OpenTenants {
    /// Lets a tenant answer nobody, or somebody again. It keeps its data; its alerts wait.
    package func set(
        _ name: TenantName, suspended: Bool, by caller: Caller
    ) async throws(TenantChangeFailure) -> Tenant {
        try caller.mayManageTenants()
        try await refresh()
        let tenant = try tenant(named: name)
        let state: TenantState = suspended ? .suspended : .active
        guard tenant.state != state else { throw .unchanged(state) }
        let due = suspended ? nil : now()
        try await change(suspended ? .suspended : .resumed, tenant, by: caller) { (tx) throws(DatabaseError) in
            try tx.set(state, of: tenant.id)
            try tx.setDue(due, of: tenant.id)
        }
        if suspended { await closeAny(tenant.id) }
        return try self.tenant(named: name)
    }
}
