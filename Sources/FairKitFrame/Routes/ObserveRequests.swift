import CoreMetrics
import HTTPTypes
import Hummingbird
import Logging
import Synchronization

/// Counts, times and logs requests by the route's pattern, never by the URI, so that no id and no search text reaches a
/// label or the log.
final class ObserveRequests: RouterMiddleware {
    /// The labels of a series: patterns, methods and status codes, so their number is bounded.
    private struct Key: Hashable {
        let method: String
        let route: String
        let status: Int
    }

    private struct Series {
        let requests: Counter
        let duration: Timer
    }

    private let metrics: any MetricsFactory
    /// Looking up a metric by name and labels takes longer than a short request.
    private let known = Mutex<[Key: Series]>([:])

    /// A client may send any method name, and each would become a series.
    private static let methods: Set<HTTPRequest.Method> = [.get, .head, .post, .put, .patch, .delete, .options]

    init(metrics: any MetricsFactory) {
        self.metrics = metrics
    }

    func handle(
        _ request: Request, context: FairKitContext,
        next: (Request, FairKitContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        let response = try await next(request, context)
        let elapsed = (ContinuousClock.now - start).components
        context.logger.info(
            "request",
            metadata: [
                "method": "\(request.method.rawValue)", "route": "\(context.endpointPath ?? "none")",
                "status": "\(response.status.code)",
                "milliseconds": "\(elapsed.seconds * 1000 + elapsed.attoseconds / 1_000_000_000_000_000)",
            ])
        let route = context.pattern
        let method = ObserveRequests.methods.contains(request.method) ? request.method.rawValue : "other"
        let series = lookUp(Key(method: method, route: route, status: response.status.code))
        series.requests.increment()
        series.duration.recordNanoseconds(elapsed.seconds * 1_000_000_000 + elapsed.attoseconds / 1_000_000_000)
        return response
    }

    private func lookUp(_ key: Key) -> Series {
        known.withLock { known in
            if let series = known[key] { return series }
            let labels = [("method", key.method), ("route", key.route), ("status", "\(key.status)")]
            let series = Series(
                requests: Counter(label: "fairkit_http_requests_total", dimensions: labels, factory: metrics),
                duration: Timer(
                    label: "fairkit_http_request_duration_seconds", dimensions: [("route", key.route)],
                    factory: metrics))
            known[key] = series
            return series
        }
    }
}
