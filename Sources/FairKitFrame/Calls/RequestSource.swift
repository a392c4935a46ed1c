package import FairKitCore
import HTTPTypes
import Hummingbird
package import NIOCore

/// Determines the client's address: the peer's, or the one that a trusted proxy reports.
struct RequestSource: Sendable {
    /// The trusted proxies, through which all requests must come; nil: clients connect directly, and forwarded
    /// addresses are ignored.
    let proxies: TrustedProxies?

    private static let forwardedFor = HTTPField.Name("X-Forwarded-For")

    /// nil: unknown.
    func address(of request: Request, _ context: FairKitContext) -> IPAddress? {
        let peer = peer(of: context)
        guard let proxies else { return peer }
        return proxies.source(
            of: peer, forwardedFor: RequestSource.forwardedFor.map { request.headers[values: $0] } ?? [])
    }

    /// Whether a request bypassed the required proxy.
    func isDetour(_ context: FairKitContext) -> Bool {
        proxies.map { !$0.contains(peer(of: context)) } ?? false
    }

    private func peer(of context: FairKitContext) -> IPAddress? {
        context.channel.remoteAddress.flatMap { IPAddress($0) }
    }
}

extension IPAddress {
    /// From a socket address, without its text form; nil: not an IP address.
    package init?(_ address: SocketAddress) {
        // The offsets of the address bytes in `sockaddr_in` and `sockaddr_in6`.
        switch address {
        case .v4(let address):
            self.init(bytes: unsafe withUnsafeBytes(of: address.address) { unsafe Array($0[4..<8]) })
        case .v6(let address):
            self.init(bytes: unsafe withUnsafeBytes(of: address.address) { unsafe Array($0[8..<24]) })
        case .unixDomainSocket: return nil
        }
    }
}
