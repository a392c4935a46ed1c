/// The proxies in front of the server, which may state a client's address.
package struct TrustedProxies: Equatable, Sendable {
    private let networks: [IPNetwork]

    /// Proxies on the server's own machine.
    package static let local = TrustedProxies(
        networks: ["127.0.0.0/8", "::1"].compactMap { IPNetwork($0) })

    private init(networks: [IPNetwork]) {
        self.networks = networks
    }

    /// Why a text is not a list of proxies.
    package enum Malformed: Error, Equatable {
        /// A part is not an address, a network or `local`. It is empty if a part is missing.
        case part(String)
        /// A part contains every address, so any client could forge its own.
        case everyAddress(String)
    }

    /// Reads `local`, addresses and networks, separated by commas: `local, 10.0.0.7, 2001:db8::/64`.
    package init(_ text: String) throws(Malformed) {
        var networks: [IPNetwork] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let name = String(trimmed(part))
            if name == "local" {
                networks += TrustedProxies.local.networks
                continue
            }
            guard let network = IPNetwork(name) else { throw .part(name) }
            guard !network.coversAllAddresses else { throw .everyAddress(name) }
            networks.append(network)
        }
        self.networks = networks
    }

    /// Whether a request comes through one of them.
    package func contains(_ peer: IPAddress?) -> Bool {
        guard let peer else { return false }
        return networks.contains { $0.contains(peer) }
    }

    /// The client's address: the last one that is not a trusted proxy.
    ///
    /// Each proxy appends the address of its peer. Everything before the last untrusted address was sent by the client
    /// and may be forged. An entry that can't be parsed ends the search: the proxy that wrote it is the last one known.
    /// - Parameters:
    ///   - peer: the address from which the server received the request.
    ///   - forwardedFor: the values of `X-Forwarded-For`, in their order.
    package func source(of peer: IPAddress?, forwardedFor: [String]) -> IPAddress? {
        var source = peer
        let hops = forwardedFor.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
        for hop in hops.reversed() {
            guard contains(source), let before = TrustedProxies.address(trimmed(hop)) else { break }
            source = before
        }
        return source
    }

    /// `192.0.2.1`, `2001:db8::1`, and each with a port: `192.0.2.1:80`, `[2001:db8::1]:80`.
    private static func address(_ text: Substring) -> IPAddress? {
        if text.first == "[", let end = text.firstIndex(of: "]") {
            return IPAddress(String(text[text.index(after: text.startIndex)..<end]))
        }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        return IPAddress(String(parts.count == 2 ? parts[0] : text))
    }
}

private func trimmed(_ text: Substring) -> Substring {
    let rest = text.drop { $0 == " " || $0 == "\t" }
    return rest.lastIndex { $0 != " " && $0 != "\t" }.map { rest[...$0] } ?? ""
}
