package import FairKitCore
package import FairKitService
package import FairKitStore

extension OpenTenants: TenantOperations {
    package func keepOpen(
        _ name: TenantName
    ) async throws(TenantFailure) -> (tenant: Tenant, tenancy: Tenancy, keeper: any Sendable) {
        let use = try await use(name)
        return (use.tenant, use.tenancy, use)
    }

    /// The shortcomings of the server of a database, although it can be used.
    nonisolated package var warnings: [String] { installation.warnings }

    /// Structural damage of the control database; nil if there is none.
    nonisolated package func checkControl() async throws(DatabaseError) -> CheckFinding? {
        try await installation.control.check()
    }
}
