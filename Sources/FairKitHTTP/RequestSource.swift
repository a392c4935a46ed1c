import FairKitCore
import HTTPTypes
import Hummingbird
import NIOCore

/// Tells where a request comes from: the peer, or, if all requests come by a proxy, what that says.
struct RequestSource: Sendable {
    /// All requests come by a proxy, which says where they come from.
    let behindProxy: Bool

    private static let forwardedFor = HTTPField.Name("X-Forwarded-For")
    private static let forwarded = HTTPField.Name("Forwarded")

    /// Of a proxy that says nothing that can be understood, the proxy's own; nil: none is known.
    func address(of request: Request, _ context: FairKitContext) -> IPAddress? {
        let peer = context.channel.remoteAddress?.ipAddress.flatMap { IPAddress($0) }
        guard behindProxy else { return peer }
        let said = ForwardedAddress.last(
            forwardedFor: RequestSource.forwardedFor.map { request.headers[values: $0] } ?? [],
            forwarded: RequestSource.forwarded.map { request.headers[values: $0] } ?? [])
        return said ?? peer
    }
}
