import TextEncodings

/// What a secret opens.
package protocol SecretKind: Sendable {
    /// The letters that begin such a secret, so that one in the wrong place is known for what it is.
    static var secretPrefix: String { get }
}

/// A secret that a client holds: a prefix that says what for, and 32 random bytes in base64url (RFC 4648, section 5). The store keeps
/// its digest alone.
package struct Secret<Kind: SecretKind>: Sendable {
    /// The random bytes.
    package let bytes: [UInt8]

    /// How many bytes there are.
    package static var length: Int { 32 }
    private static var textLength: Int { Kind.secretPrefix.utf8.count + 43 }

    /// - Parameter bytes: 32; nil otherwise.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Secret.length else { return nil }
        self.bytes = bytes
    }

    /// Reads a secret as a client sends it; nil for anything that can't be one of this kind.
    package init?(_ text: String) {
        guard text.hasPrefix(Kind.secretPrefix), text.utf8.count == Secret.textLength,
            let bytes = TextEncodings.bytes(base64URL: text.dropFirst(Kind.secretPrefix.count))
        else { return nil }
        self.init(bytes: bytes)
    }

    /// Draws a new secret.
    /// - Parameter randomBytes: gives as many random bytes as it is asked for.
    package static func draw<Failure: Error>(
        _ randomBytes: (Int) throws(Failure) -> [UInt8]
    ) throws(Failure) -> Secret {
        guard let secret = Secret(bytes: try randomBytes(length)) else {
            preconditionFailure("a source of randomness gave another number of bytes than it was asked for")
        }
        return secret
    }

    /// The text that is shown to the client once.
    package var text: String { Kind.secretPrefix + base64URL(bytes) }
}

/// A log line that names a secret shows its kind, and nothing that opens anything.
extension Secret: CustomStringConvertible, CustomReflectable {
    package var description: String { "\(Kind.secretPrefix)…" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
