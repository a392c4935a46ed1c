package import ServiceLifecycle

/// What an open tenant is used through, and what runs for it meanwhile.
package struct TenantApp: Sendable {
    let tenancy: Tenancy
    let services: [any Service]

    /// - Parameter services: run for as long as the tenant is open; none for a command that opens it for itself.
    package init(_ tenancy: Tenancy, services: [any Service] = []) {
        self.tenancy = tenancy
        self.services = services
    }
}
