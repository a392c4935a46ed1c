import FairKitCore
import FairKitService
import FairKitStore
import HTTPTypes
import Hummingbird
import NIOCore

/// Finds out who asks, before a byte of the body is read.
struct AuthenticateRequests: RouterMiddleware {
    let authenticate: Authenticate
    let denials: RecordDenials
    /// All requests come by a proxy, which says where they come from.
    let behindProxy: Bool

    private static let header = HTTPField.Name("X-API-Key")
    private static let forwardedFor = HTTPField.Name("X-Forwarded-For")
    private static let forwarded = HTTPField.Name("Forwarded")

    func handle(
        _ request: Request, context: FairKitContext,
        next: (Request, FairKitContext) async throws -> Response
    ) async throws -> Response {
        let key = AuthenticateRequests.header.flatMap { request.headers[$0] }
        let address = AuthenticateRequests.address(of: request, context, behindProxy: behindProxy)
        let subject: Subject
        do throws(Authenticate.Failure) {
            subject = try await authenticate(apiKey: key)
        } catch {
            if case .unknown = error {
                try await denials.unknown(context.pattern, from: address, requestID: context.requestID)
            }
            throw error
        }
        var context = context
        context.subject = Caller(subject: subject, requestID: context.requestID, address: address)
        return try await next(request, context)
    }

    /// The peer's address, or what the proxy says; of one that says nothing that can be understood, the proxy's own.
    static func address(of request: Request, _ context: FairKitContext, behindProxy: Bool) -> String? {
        let peer = context.channel.remoteAddress?.ipAddress.flatMap { IPAddress($0) }
        guard behindProxy else { return peer?.description }
        let said = ForwardedAddress.last(
            forwardedFor: AuthenticateRequests.forwardedFor.map { request.headers[values: $0] } ?? [],
            forwarded: AuthenticateRequests.forwarded.map { request.headers[values: $0] } ?? [])
        return (said ?? peer)?.description
    }
}

/// Records what somebody who is known is refused: the one place that does, whichever route or use case refuses.
struct RecordRefusals: RouterMiddleware {
    let record: RecordDenials

    func handle(
        _ request: Request, context: FairKitContext,
        next: (Request, FairKitContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let refusal where RecordRefusals.isForbidden(refusal) {
            // Only in the path of a person is the id theirs.
            let isPerson = context.pattern.hasPrefix("/api/v1/profiles/")
            let profile = isPerson ? context.parameters.get("id").flatMap { ProfileID($0) } : nil
            try await record(context.pattern, about: profile, by: try context.caller)
            throw refusal
        }
    }

    private static func isForbidden(_ error: any Error) -> Bool {
        let problem = error as? Problem ?? (error as? any ProblemConvertible)?.problem
        return problem?.status == .forbidden
    }
}
