import CoreMetrics
import HTTPTypes
import Hummingbird

/// Counts and times requests by the route's pattern, never by the URI, so that no id reaches a label.
struct MeasureRequests: RouterMiddleware {
    let metrics: any MetricsFactory

    /// A client may send whatever it likes as a method, and each would be a series.
    private static let methods: Set<HTTPRequest.Method> = [.get, .head, .post, .put, .patch, .delete, .options]

    func handle(
        _ request: Request, context: FairKitContext,
        next: (Request, FairKitContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        let response = try await next(request, context)
        let elapsed = (ContinuousClock.now - start).components
        // Hummingbird calls it NotFound when no route is found.
        let route = context.endpointPath.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? "none"
        let method = MeasureRequests.methods.contains(request.method) ? request.method.rawValue : "other"
        Counter(
            label: "fairkit_http_requests_total",
            dimensions: [("method", method), ("route", route), ("status", "\(response.status.code)")], factory: metrics
        ).increment()
        Timer(label: "fairkit_http_request_duration_seconds", dimensions: [("route", route)], factory: metrics)
            .recordNanoseconds(elapsed.seconds * 1_000_000_000 + elapsed.attoseconds / 1_000_000_000)
        return response
    }
}
