import FairKitService
import HTTPTypes
import Hummingbird

/// Finds out who asks, before a byte of the body is read.
struct AuthenticateRequests: RouterMiddleware {
    let authenticate: Authenticate

    private static let header = HTTPField.Name("X-API-Key")

    func handle(
        _ request: Request, context: FairKitContext,
        next: (Request, FairKitContext) async throws -> Response
    ) async throws -> Response {
        let key = AuthenticateRequests.header.flatMap { request.headers[$0] }
        var context = context
        context.subject = Caller(subject: try await authenticate(apiKey: key), requestID: context.requestID)
        return try await next(request, context)
    }
}
