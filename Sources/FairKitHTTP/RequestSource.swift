import FairKitCore
import HTTPTypes
import Hummingbird
import NIOCore

/// Tells where a request comes from: the peer, or, if requests come by a proxy, what that says.
struct RequestSource: Sendable {
    /// By whom all requests come; nil: from anybody, who is believed nothing.
    let proxies: TrustedProxies?

    private static let forwardedFor = HTTPField.Name("X-Forwarded-For")

    /// nil: none is known.
    func address(of request: Request, _ context: FairKitContext) -> IPAddress? {
        let peer = peer(of: context)
        guard let proxies else { return peer }
        return proxies.source(
            of: peer, forwardedFor: RequestSource.forwardedFor.map { request.headers[values: $0] } ?? [])
    }

    /// Whether a request came round the proxy that all are to come by.
    func isDetour(_ context: FairKitContext) -> Bool {
        proxies.map { !$0.contains(peer(of: context)) } ?? false
    }

    private func peer(of context: FairKitContext) -> IPAddress? {
        context.channel.remoteAddress?.ipAddress.flatMap { IPAddress($0) }
    }
}

/// Answers nobody who comes round the proxy, but those who ask whether the server lives: what they send may come in clear, and they could
/// say that they are anywhere.
struct RefuseDetours: RouterMiddleware {
    let source: RequestSource

    func handle(
        _ request: Request, context: FairKitContext,
        next: (Request, FairKitContext) async throws -> Response
    ) async throws -> Response {
        guard source.isDetour(context), !request.uri.path.hasPrefix("/health/") else {
            return try await next(request, context)
        }
        throw Problem(
            .misdirectedRequest, "not-by-proxy",
            "Requests come by the proxy in front of this server. If this one did, its operator has to name the proxy's address in --behind-proxy."
        )
    }
}
