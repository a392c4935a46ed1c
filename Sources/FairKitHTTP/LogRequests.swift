import Hummingbird
import Logging

/// One line a request: the route's pattern, never the URI, so that no id and no search text reaches the log.
struct LogRequests: RouterMiddleware {
    func handle(
        _ request: Request, context: FairKitContext,
        next: (Request, FairKitContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        let response = try await next(request, context)
        let elapsed = (ContinuousClock.now - start).components
        let milliseconds = elapsed.seconds * 1000 + elapsed.attoseconds / 1_000_000_000_000_000
        context.logger.info(
            "request",
            metadata: [
                "method": "\(request.method.rawValue)", "route": "\(context.endpointPath ?? "none")",
                "status": "\(response.status.code)", "milliseconds": "\(milliseconds)",
            ])
        return response
    }
}
