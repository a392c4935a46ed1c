import TextEncodings

/// An IPv4 or IPv6 address.
package struct IPAddress: Hashable, Sendable, CustomStringConvertible {
    /// Four or sixteen, the most significant first.
    package let bytes: [UInt8]

    /// - Parameter bytes: four or sixteen; nil for another number.
    package init?(bytes: [UInt8]) {
        guard bytes.count == 4 || bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// Reads four decimal numbers, or hexadecimal ones with colons (RFC 4291, section 2.2); nil for anything else, such
    /// as a host name.
    package init?(_ text: String) {
        guard let bytes = text.contains(":") ? IPAddress.six(text) : IPAddress.four(text[...]) else { return nil }
        self.bytes = bytes
    }

    private static func four(_ text: Substring) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in UInt8(part).flatMap { "\($0)" == part ? $0 : nil } }
        return parts.count == 4 && numbers.count == 4 ? numbers : nil
    }

    private static func six(_ text: String) -> [UInt8]? {
        var halves = [text[...]]
        if let gap = text.firstRange(of: "::") {
            halves = [text[..<gap.lowerBound], text[gap.upperBound...]]
            guard !halves[1].contains("::") else { return nil }
        }
        var parsed: [[UInt8]] = []
        for (index, half) in halves.enumerated() {
            var bytes: [UInt8] = []
            let groups = half.isEmpty ? [] : half.split(separator: ":", omittingEmptySubsequences: false)
            for (place, group) in groups.enumerated() {
                if group.contains("."), place == groups.count - 1, index == halves.count - 1 {
                    guard let end = four(group) else { return nil }
                    bytes += end
                } else {
                    guard (1...4).contains(group.utf8.count), group.utf8.allSatisfy({ $0 != 43 && $0 != 45 }),
                        let number = UInt16(group, radix: 16)
                    else { return nil }
                    bytes += [UInt8(number >> 8), UInt8(number & 255)]
                }
            }
            parsed.append(bytes)
        }
        guard parsed.count == 2 else { return parsed[0].count == 16 ? parsed[0] : nil }
        let missing = 16 - parsed[0].count - parsed[1].count
        return missing >= 2 ? parsed[0] + [UInt8](repeating: 0, count: missing) + parsed[1] : nil
    }

    /// Identifies a source: an IPv4 address, or an IPv6 network of 64 bits, since one client can use all of its
    /// addresses.
    package var network: String {
        guard bytes.count == 16 else { return description }
        return unmapped?.description ?? hexadecimal(bytes.prefix(8))
    }

    /// The IPv4 address in an IPv4-mapped one (`::ffff:192.0.2.1`), as IPv6 sockets show it; nil if it is not mapped.
    package var unmapped: IPAddress? {
        let isMapped = bytes.count == 16 && bytes.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]
        return isMapped ? IPAddress(bytes: Array(bytes.suffix(4))) : nil
    }

    package var description: String {
        guard bytes.count == 16 else { return bytes.map { "\($0)" }.joined(separator: ".") }
        return stride(from: 0, to: 16, by: 2).map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }
            .joined(separator: ":")
    }
}
