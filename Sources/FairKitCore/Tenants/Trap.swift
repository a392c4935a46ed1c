/// The end of a server by a fault in the work of a tenant. See decision 0151.
package struct Trap: Hashable, Sendable {
    package let tenant: TenantID
    package let at: Timestamp

    package init(of tenant: TenantID, at time: Timestamp) {
        self.tenant = tenant
        at = time
    }

    /// Two traps of a tenant, the second at most an hour after the first: the tenant is left closed.
    package struct Pair: Hashable, Sendable {
        package let first: Timestamp
        package let second: Timestamp
    }

    private static let within = Duration.seconds(3600)
    private static let age = Duration.seconds(86_400)
    /// The most traps of a tenant that are kept.
    private static let most = 16

    /// The last two traps of a tenant that came within an hour; nil: there are none.
    package static func pair(of tenant: TenantID, in traps: [Trap]) -> Pair? {
        let times = traps.filter { $0.tenant == tenant }.map(\.at).sorted()
        return zip(times, times.dropFirst()).map { Pair(first: $0, second: $1) }
            .last { $0.first.distance(to: $0.second) <= within }
    }

    /// The traps that still count: those of the last day, and all of a tenant with a pair.
    package static func current(of traps: [Trap], at now: Timestamp) -> [Trap] {
        Dictionary(grouping: traps, by: \.tenant).values
            .flatMap { own in
                let counts = own.sorted { $0.at < $1.at }.suffix(most)
                return pair(of: own[0].tenant, in: own) == nil
                    ? counts.filter { $0.at.distance(to: now) <= age } : Array(counts)
            }
            .sorted { $0.at < $1.at }
    }
}
