/// Networks that are not on the public internet, by IANA's registries of special-purpose addresses (RFC 6890 and its
/// updates): this machine, its network, its provider's, documentation, multicast. A webhook to one of them could reach
/// internal services (SSRF).
private let notPublic: [(network: String, bits: Int)] = [
    ("0.0.0.0", 8),  // this network
    ("10.0.0.0", 8),  // private (RFC 1918)
    ("100.64.0.0", 10),  // shared by a provider's customers (RFC 6598)
    ("127.0.0.0", 8),  // this machine
    ("169.254.0.0", 16),  // link-local; cloud metadata services reveal secrets here
    ("172.16.0.0", 12),  // private
    ("192.0.0.0", 24),  // protocol assignments
    ("192.0.2.0", 24),  // documentation
    ("192.31.196.0", 24),  // AS112
    ("192.52.193.0", 24),  // AMT
    ("192.88.99.0", 24),  // 6to4 relays, withdrawn
    ("192.168.0.0", 16),  // private
    ("192.175.48.0", 24),  // AS112
    ("198.18.0.0", 15),  // benchmarking
    ("198.51.100.0", 24),  // documentation
    ("203.0.113.0", 24),  // documentation
    ("224.0.0.0", 4),  // multicast
    ("240.0.0.0", 4),  // reserved, and broadcast
]

/// In IPv6, only this is global unicast; everything else is special or unassigned.
private let globalUnicast = (network: "2000::", bits: 3)

private let notPublicIn6: [(network: String, bits: Int)] = [
    ("2001::", 23),  // protocol assignments, Teredo and ORCHID among them
    ("2001:db8::", 32),  // documentation
    ("2002::", 16),  // 6to4, which wraps an IPv4 address
    ("2620:4f:8000::", 48),  // AS112
    ("3fff::", 20),  // documentation
]

/// Prefixes whose last four bytes are an IPv4 address, which decides: mapped (RFC 4291) and NAT64 (RFC 6052).
private let wrapping: [(network: String, bits: Int)] = [("::ffff:0:0", 96), ("64:ff9b::", 96)]

extension IPAddress {
    /// Whether it is on the public internet.
    package var isPublic: Bool {
        if bytes.count == 4 { return !notPublic.contains { isIn($0) } }
        if wrapping.contains(where: { isIn($0) }), let inner = IPAddress(bytes: Array(bytes.suffix(4))) {
            return inner.isPublic
        }
        return isIn(globalUnicast) && !notPublicIn6.contains { isIn($0) }
    }

    private func isIn(_ block: (network: String, bits: Int)) -> Bool {
        IPAddress(block.network).flatMap { IPNetwork($0, bits: block.bits) }?.contains(self) ?? false
    }
}
