import FairKitService
package import Hummingbird

/// The listeners that accept requests.
package enum Entrance: Sendable {
    /// TCP: callers authenticate with an API key or an access token.
    case network
    /// The control socket in the data directory: its callers are trusted, and some routes exist only here.
    case machine
    /// The port for Prometheus, which accepts only local connections.
    case metrics
}

extension Route {
    /// All routes of the server.
    package static let all: [Route] =
        operations + tenants + signIn + accounts + profiles + kits + results + ranges + alerts + alertGroups + care
        + teams
        + audit + notices
}

/// The router of an entrance.
package func router(at entrance: Entrance, sharing shared: SharedServices) -> Router<FairKitContext> {
    let routes = Route.all.filter { $0.entrances.contains(entrance) }
    let frame = Frame(entrance: entrance, shared: shared)
    let router = Router(context: FairKitContext.self, options: .autoGenerateHeadEndpoints)
    // Scrapes are not measured.
    if entrance != .metrics { router.add(middleware: ObserveRequests(metrics: shared.metering.factory)) }
    router.add(middleware: AnswerProblems(routes: routes))
    for route in routes {
        router.on(RouterPath(route.path), method: route.method) { try await frame.answer($0, $1, by: route) }
    }
    return router
}

/// The router of the Prometheus port: only the metrics page.
package func metricsRouter(_ metering: Metering) -> Router<FairKitContext> {
    let shared = SharedServices(
        metering: metering, ready: { Readiness(isDiskFull: false) },
        enter: { _ throws(TenantFailure) in throw .unknown })
    return router(at: .metrics, sharing: shared)
}
