/// Addresses that begin with the same bits.
package struct IPNetwork: Hashable, Sendable {
    private let address: IPAddress
    private let bits: Int

    /// - Parameter bits: how many of the address are the network's; nil if there are not so many.
    package init?(_ address: IPAddress, bits: Int) {
        guard (0...address.bytes.count * 8).contains(bits) else { return nil }
        self.address = address
        self.bits = bits
    }

    /// `10.0.0.0/8`, or one address by itself. nil for anything else, also where bits are set behind those that count (`10.0.0.1/8`):
    /// the writer means one address, or another network.
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

    /// Whether an address is one of them; one of version 4 also as a socket of version 6 shows it (`::ffff:10.0.0.1`).
    package func contains(_ other: IPAddress) -> Bool {
        if address.bytes.count == 4, let inner = other.unmapped { return contains(inner) }
        guard other.bytes.count == address.bytes.count else { return false }
        let (whole, rest) = (bits / 8, bits % 8)
        guard other.bytes.prefix(whole) == address.bytes.prefix(whole) else { return false }
        return rest == 0 || (other.bytes[whole] ^ address.bytes[whole]) >> (8 - rest) == 0
    }

    /// Whether it contains every address.
    package var isEverybody: Bool { bits == 0 }

    /// Whether nothing is set behind the network's bits.
    private var isClean: Bool {
        address.bytes.enumerated().allSatisfy { index, byte in
            let mine = min(8, max(0, bits - index * 8))
            return mine == 8 || byte & (0xff >> UInt8(mine)) == 0
        }
    }
}
