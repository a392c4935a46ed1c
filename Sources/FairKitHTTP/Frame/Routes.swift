import FairKitService
package import Hummingbird

/// Where requests come in.
package enum Entrance: Sendable {
    /// TCP: the caller is identified by its API key or access token.
    case network
    /// The unix socket in the data directory: the caller is trusted, and some routes are nowhere else.
    case machine
    /// The port for Prometheus, which only this machine reaches.
    case metrics
}

extension Route {
    /// Every route of the server.
    package static let all: [Route] =
        operations + tenants + signIn + accounts + profiles + kits + results + alerts + alertGroups + care + audit
}

/// The router of an entrance.
package func router(at entrance: Entrance, sharing shared: SharedServices) -> Router<FairKitContext> {
    let routes = Route.all.filter { $0.entrances.contains(entrance) }
    let frame = Frame(entrance: entrance, shared: shared)
    let router = Router(context: FairKitContext.self, options: .autoGenerateHeadEndpoints)
    // Prometheus does not measure itself.
    if entrance != .metrics { router.add(middleware: ObserveRequests(metrics: shared.metering.factory)) }
    router.add(middleware: AnswerProblems(routes: routes))
    for route in routes {
        router.on(RouterPath(route.path), method: route.method) { try await frame.answer($0, $1, by: route) }
    }
    return router
}

/// The router of the port for Prometheus: the page of the metrics, and nothing else.
package func metricsRouter(_ metering: Metering) -> Router<FairKitContext> {
    let shared = SharedServices(
        metering: metering, ready: { Readiness(isDiskFull: false) },
        enter: { _ throws(TenantFailure) in throw .unknown })
    return router(at: .metrics, sharing: shared)
}
