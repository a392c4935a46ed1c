package import FairKitService
import Logging
package import ServiceLifecycle

/// The use cases of an open tenant, and its background work.
package struct TenantApp: Sendable {
    let tenancy: Tenancy
    /// Whether this server does the work of the tenant that is done once.
    let leadership: Leadership
    /// Run while the tenant is open.
    let services: [any Service]
    /// Makes those that run on one server at a time.
    let once: @Sendable () -> [any Service]

    /// - Parameters:
    ///   - leadership: whether this server does the work of the tenant that is done once.
    ///   - services: run while the tenant is open; none for a command that opens the tenant itself.
    ///   - once: makes those that run on one server at a time. It is called whenever this server takes the lead.
    package init(
        _ tenancy: Tenancy, leadership: Leadership = .always, services: [any Service] = [],
        once: @escaping @Sendable () -> [any Service] = { [] }
    ) {
        self.tenancy = tenancy
        self.leadership = leadership
        self.services = services
        self.once = once
    }

    /// All its background work. A server that is alone runs it as it is.
    func work(logger: Logger) -> [any Service] {
        guard !services.isEmpty else { return [] }
        if leadership.isForEver { return services + once() }
        return services + [LeaderServices(leadership: leadership, services: once, logger: logger)]
    }
}
