/// 32 random bytes that can be read only with the 32 random bytes of another secret: they are XORed with a mask derived
/// from it. A secret may seal only one successor, since the mask must not be reused.
package struct SealedSuccessor: Sendable {
    /// The stored bytes.
    package let bytes: [UInt8]

    /// Reads stored bytes.
    package init(stored bytes: [UInt8]) {
        self.bytes = bytes
    }

    package init(of successor: [UInt8], with secret: [UInt8]) throws(KeyError) {
        bytes = try SealedSuccessor.masked(successor, with: secret)
    }

    package func opened(with secret: [UInt8]) throws(KeyError) -> [UInt8] {
        try SealedSuccessor.masked(bytes, with: secret)
    }

    private static func masked(_ bytes: [UInt8], with secret: [UInt8]) throws(KeyError) -> [UInt8] {
        let mask = try OpenSSL.hmac(Array("fairkit/successor/v1".utf8), key: secret)
        guard bytes.count == mask.count else { throw .cryptography(operation: "HMAC") }
        return zip(bytes, mask).map { $0 ^ $1 }
    }
}
