import Logging
package import ServiceLifecycle

/// The use cases of an open tenant, and its background work.
package struct TenantApp: Sendable {
    let tenancy: Tenancy
    /// Run while the tenant is open.
    let services: [any Service]
    /// Makes those that run on one server at a time.
    let once: @Sendable () -> [any Service]

    /// - Parameters:
    ///   - services: run while the tenant is open; none for a command that opens the tenant itself.
    ///   - once: makes those that run on one server at a time. It is called whenever this server takes that duty.
    package init(
        _ tenancy: Tenancy, services: [any Service] = [], once: @escaping @Sendable () -> [any Service] = { [] }
    ) {
        self.tenancy = tenancy
        self.services = services
        self.once = once
    }

    /// All its background work. A server that is alone runs it as it is.
    func work(logger: Logger) -> [any Service] {
        guard !services.isEmpty else { return [] }
        if tenancy.duty.isForEver { return services + once() }
        return services + [LeaderServices(duty: tenancy.duty, services: once, logger: logger)]
    }
}
