package import FairKitFrame
import FairKitService
package import Hummingbird

extension Route {
    /// All routes of the server.
    package static let all: [Route] =
        operations + tenants + signIn + accounts + profiles + kits + results + ranges + laboratories + alerts
        + alertGroups + care + programmes + teams + news + audit + notices + dashboards + notes + searches + [
            requestBatch
        ]
}

/// The router of an entrance.
///
/// - Parameter pages: the routes of the other surface there.
package func router(
    at entrance: Entrance, with pages: [Route] = [], sharing shared: SharedServices
) -> Router<FairKitContext> {
    let ofParts = router(of: Route.all.filter(\.isReadInBatches), at: entrance, sharing: shared)
    return router(of: Route.all + pages, at: entrance, sharing: shared, parts: PartResponder(ofParts))
}

/// The router of the Prometheus port: only the metrics page.
package func metricsRouter(_ metering: Metering) -> Router<FairKitContext> {
    let shared = SharedServices(
        metering: metering, ready: { Readiness(isDiskFull: false) },
        enter: { _ throws(TenantFailure) in throw .unknown })
    return router(at: .metrics, sharing: shared)
}
