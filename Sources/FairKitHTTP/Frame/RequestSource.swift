package import FairKitCore
import HTTPTypes
import Hummingbird
package import NIOCore

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
        context.channel.remoteAddress.flatMap { IPAddress($0) }
    }
}

extension IPAddress {
    /// The address of a socket, without a way by its text; nil: it is none of the internet protocol.
    package init?(_ address: SocketAddress) {
        // Where the bytes stand in `sockaddr_in` and `sockaddr_in6`.
        switch address {
        case .v4(let address):
            self.init(bytes: unsafe withUnsafeBytes(of: address.address) { unsafe Array($0[4..<8]) })
        case .v6(let address):
            self.init(bytes: unsafe withUnsafeBytes(of: address.address) { unsafe Array($0[8..<24]) })
        case .unixDomainSocket: return nil
        }
    }
}
