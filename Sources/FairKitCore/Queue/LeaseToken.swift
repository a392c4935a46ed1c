import TextEncodings

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
            let secret = bytes(hexadecimal: parts[1]), secret.count == LeaseToken.secretLength
        else { return nil }
        delivery = number
        self.secret = secret
    }

    package var description: String {
        "\(delivery).\(hexadecimal(secret))"
    }
}
