import Coordination
package import FairKitCore
package import FairKitService
import FairKitStore
import FairKitVault

extension OpenTenants {
    /// Suspends or resumes a tenant. A suspended tenant refuses all requests. It keeps its data, and its alerts wait.
    /// Resuming also clears the tenant's traps, so that it is opened again.
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
        let trapped = state == .active && traps?.hasAny(of: tenant.id) == true ? traps : nil
        guard tenant.state != state || trapped != nil else { throw .unchanged(state) }
        let kind = state == .suspended ? TenantEventKind.suspended : .resumed
        try await change(kind, tenant, to: tenant.becoming(state), by: caller) { (tx) throws(DatabaseError) in
            try tx.setTenantState(state, of: tenant.id)
        }
        if let trapped {
            do throws(StoreError) {
                try await onBlockingThread { () throws(StoreError) in try trapped.clear(tenant.id) }
            } catch { throw .store(error) }
            await record(due: now(), of: tenant)
        }
        guard tenant.state != state else { return tenant }
        // A tenant that was opened while suspended has no background work, so it is reopened then, too.
        await closeAny(tenant.id, due: now())
        return try self.tenant(named: tenant.name)
    }
}
