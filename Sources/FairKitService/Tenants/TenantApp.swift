package import ServiceLifecycle

/// The use cases of an open tenant, and its background work.
package struct TenantApp: Sendable {
    let tenancy: Tenancy
    let services: [any Service]

    /// - Parameter services: run while the tenant is open; none for a command that opens the tenant itself.
    package init(_ tenancy: Tenancy, services: [any Service] = []) {
        self.tenancy = tenancy
        self.services = services
    }
}
