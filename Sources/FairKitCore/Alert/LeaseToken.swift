/// Proves a lease, like a receipt handle or an ack id: the delivery's number and 128 random bits.
package struct LeaseToken: Hashable, Sendable, CustomStringConvertible {
    package let delivery: Int64
    package let secret: [UInt8]

    package static let secretLength = 16

    package init(delivery: Int64, secret: [UInt8]) {
        self.delivery = delivery
        self.secret = secret
    }

    /// Reads `number.32 hexadecimal digits`; nil for anything else.
    package init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.allSatisfy({ (48...57).contains($0) }), let number = Int64(parts[0]),
            parts[1].utf8.count == 2 * LeaseToken.secretLength
        else { return nil }
        let digits = parts[1].compactMap(\.hexDigitValue)
        guard digits.count == 2 * LeaseToken.secretLength else { return nil }
        delivery = number
        secret = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }

    package var description: String {
        let digits = secret.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return "\(delivery).\(digits.joined())"
    }
}
