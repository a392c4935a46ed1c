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
        operations + tenants + signIn + accounts + profiles + kits + results + ranges + laboratories + alerts
        + alertGroups + care + teams + news + audit + notices + dashboards + notes + searches + [requestBatch]
}

/// The router of an entrance.
package func router(at entrance: Entrance, sharing shared: SharedServices) -> Router<FairKitContext> {
    let routes = Route.all.filter { $0.entrances.contains(entrance) }
    let frame = Frame(entrance: entrance, shared: shared)
    // Scrapes are not measured.
    let observe = entrance == .metrics ? nil : ObserveRequests(metrics: shared.metering.factory)
    func router(
        of routes: [Route], _ prepare: @escaping @Sendable (Route, inout FairKitContext) -> Void = { _, _ in }
    ) -> Router<FairKitContext> {
        let router = Router(context: FairKitContext.self, options: .autoGenerateHeadEndpoints)
        if let observe { router.add(middleware: observe) }
        router.add(middleware: AnswerProblems(routes: routes))
        for route in routes {
            router.on(RouterPath(route.path), method: route.method) { request, context in
                var context = context
                prepare(route, &context)
                return try await frame.answer(request, context, by: route)
            }
        }
        return router
    }
    let parts = PartResponder(router(of: routes.filter(\.isReadInBatches)))
    return router(of: routes) { route, context in
        if route.path == Route.requestBatch.path { context.parts = parts }
    }
}

/// The router of the Prometheus port: only the metrics page.
package func metricsRouter(_ metering: Metering) -> Router<FairKitContext> {
    let shared = SharedServices(
        metering: metering, ready: { Readiness(isDiskFull: false) },
        enter: { _ throws(TenantFailure) in throw .unknown })
    return router(at: .metrics, sharing: shared)
}
