package import FairKitCore
package import FairKitService
import FairKitStore

extension OpenTenants {
    /// Suspends or resumes a tenant. A suspended tenant refuses all requests. It keeps its data, and its alerts wait.
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
            try tx.setTenantState(state, of: tenant.id)
        }
        // A tenant that was opened while suspended has no background work, so it is reopened then, too.
        await closeAny(tenant.id, due: now())
        return try self.tenant(named: tenant.name)
    }
}
