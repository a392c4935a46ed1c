/// A range of addresses with a common prefix.
package struct IPNetwork: Equatable, Sendable {
    private let address: IPAddress
    private let bits: Int

    /// - Parameter bits: the length of the prefix; nil if the address is shorter.
    package init?(_ address: IPAddress, bits: Int) {
        guard (0...address.bytes.count * 8).contains(bits) else { return nil }
        self.address = address
        self.bits = bits
    }

    /// Reads `10.0.0.0/8`, or a single address. nil for anything else, including bits set after the prefix
    /// (`10.0.0.1/8`): the writer meant one address, or another network.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let address = IPAddress(String(first)) else { return nil }
        guard parts.count == 2 else {
            self.init(address, bits: address.bytes.count * 8)
            return
        }
        guard let bits = Int(parts[1]), "\(bits)" == parts[1] else { return nil }
        self.init(address, bits: bits)
        guard isClean else { return nil }
    }

    /// Whether it contains an address; an IPv4 one also in the IPv4-mapped form of sockets (`::ffff:10.0.0.1`).
    package func contains(_ other: IPAddress) -> Bool {
        if address.bytes.count == 4, let inner = other.unmapped { return contains(inner) }
        guard other.bytes.count == address.bytes.count else { return false }
        let (whole, rest) = (bits / 8, bits % 8)
        guard other.bytes.prefix(whole) == address.bytes.prefix(whole) else { return false }
        return rest == 0 || (other.bytes[whole] ^ address.bytes[whole]) >> (8 - rest) == 0
    }

    /// Whether it contains every address.
    package var coversAllAddresses: Bool { bits == 0 }

    /// Whether no bit is set after the prefix.
    private var isClean: Bool {
        address.bytes.enumerated().allSatisfy { index, byte in
            let mine = min(8, max(0, bits - index * 8))
            return mine == 8 || byte & (0xff >> UInt8(mine)) == 0
        }
    }
}
