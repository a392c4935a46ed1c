import TextEncodings

/// The kind of a secret, by what it gives access to.
package protocol SecretKind: Sendable {
    /// The prefix of such a secret, so that a secret in the wrong place is recognised.
    static var secretPrefix: String { get }
}

/// A secret that a client holds: a prefix that names its kind, and 32 random bytes in base64url (RFC 4648, section 5).
/// The store keeps only its digest.
package struct Secret<Kind: SecretKind>: Sendable {
    /// The random bytes.
    package let bytes: [UInt8]

    /// The number of bytes.
    package static var length: Int { 32 }
    private static var textLength: Int { Kind.secretPrefix.utf8.count + 43 }

    /// - Parameter bytes: 32; nil for another number.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Secret.length else { return nil }
        self.bytes = bytes
    }

    /// Reads a secret as a client sends it; nil for a text that can't be of this kind.
    package init?(_ text: String) {
        guard text.hasPrefix(Kind.secretPrefix), text.utf8.count == Secret.textLength,
            let bytes = TextEncodings.bytes(base64URL: text.dropFirst(Kind.secretPrefix.count))
        else { return nil }
        self.init(bytes: bytes)
    }

    /// Draws a new secret.
    /// - Parameter randomBytes: returns the requested number of random bytes.
    package static func draw<Failure: Error>(
        _ randomBytes: (Int) throws(Failure) -> [UInt8]
    ) throws(Failure) -> Secret {
        guard let secret = Secret(bytes: try randomBytes(length)) else {
            preconditionFailure("the random source returned the wrong number of bytes")
        }
        return secret
    }

    /// The text that is shown to the client once.
    package var text: String { Kind.secretPrefix + base64URL(bytes) }
}

/// A log line that names a secret shows only its kind.
extension Secret: CustomStringConvertible, CustomReflectable {
    package var description: String { "\(Kind.secretPrefix)…" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
