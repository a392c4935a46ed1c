package import FairKitCore
import FairKitStore

extension OpenTenants {
    /// Lets a tenant answer nobody, or somebody again. It keeps its data; its alerts wait.
    package func set(
        _ name: TenantName, suspended: Bool, by caller: Caller
    ) async throws(TenantChangeFailure) -> Tenant {
        try caller.mayManageTenants()
        return try await alone { () async throws(TenantChangeFailure) in
            try await refresh()
            return try await set(suspended ? .suspended : .active, of: try tenant(named: name), by: caller)
        }
    }

    private func set(
        _ state: TenantState, of tenant: Tenant, by caller: Caller
    ) async throws(TenantChangeFailure) -> Tenant {
        guard tenant.state != state else { throw .unchanged(state) }
        let kind = state == .suspended ? TenantEventKind.suspended : .resumed
        try await change(kind, tenant, to: tenant.becoming(state), by: caller) { (tx) throws(DatabaseError) in
            try tx.set(state, of: tenant.id)
        }
        // Nothing runs for one that is open though it was suspended, so it is opened anew then, too: by who asks, or soon.
        await closeAny(tenant.id, due: now())
        return try self.tenant(named: tenant.name)
    }
}
