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

/// The router of some routes at an entrance.
///
/// - Parameter parts: responds to the parts of a batch of requests; nil: no route takes one.
package func router(
    of routes: [Route], at entrance: Entrance, sharing shared: SharedServices, parts: PartResponder? = nil
) -> Router<FairKitContext> {
    let routes = routes.filter { $0.entrances.contains(entrance) }
    let frame = Frame(entrance: entrance, shared: shared, parts: parts)
    let router = Router(context: FairKitContext.self, options: .autoGenerateHeadEndpoints)
    // Scrapes are not measured.
    if entrance != .metrics { router.add(middleware: ObserveRequests(metrics: shared.metering.factory)) }
    router.add(middleware: AnswerProblems(routes: routes))
    for route in routes {
        for path in route.paths {
            router.on(RouterPath(path), method: route.method) { request, context in
                try await frame.answer(request, context, by: route)
            }
        }
    }
    return router
}
