import CoreMetrics
import HTTPTypes
import Hummingbird
import Logging
import Synchronization

/// Counts, times and logs requests by the route's pattern, never by the URI: no id and no search text reaches a label or the log.
final class ObserveRequests: RouterMiddleware {
    /// What tells two series apart: one of our patterns, methods and status codes, so that there are only so many.
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
    /// A backend looks a metric up by its name and labels, which takes longer than a short request.
    private let known = Mutex<[Key: Series]>([:])

    /// A client may send whatever it likes as a method, and each would be a series.
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
