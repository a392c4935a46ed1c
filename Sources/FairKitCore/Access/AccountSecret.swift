/// A secret of 32 random bytes that a person's client holds, or that was mailed to them: a few letters that say what for, and the
/// bytes in base64url. It is stored as a digest.
package struct AccountSecret: Sendable {
    package let kind: Kind
    package let bytes: [UInt8]

    package static let length = 32

    /// What it is good for. The texts begin it, so that one in the wrong place is known for what it is.
    package enum Kind: String, Sendable {
        /// Makes the next access token, once.
        case refresh = "fr_"
        /// Says that the password was right, while the second factor is waited for.
        case challenge = "fc_"
        /// Lets somebody choose a password, once.
        case invitation = "fi_"
    }

    /// - Parameter bytes: 32; nil otherwise.
    package init?(_ kind: Kind, bytes: [UInt8]) {
        guard bytes.count == AccountSecret.length else { return nil }
        self.kind = kind
        self.bytes = bytes
    }

    /// Reads one as a client sends it; nil for anything that can't be one of this kind.
    package init?(_ kind: Kind, _ text: String) {
        guard text.hasPrefix(kind.rawValue), text.utf8.count == 46,
            let bytes = FairKitCore.bytes(base64URL: text.dropFirst(kind.rawValue.count))
        else { return nil }
        self.init(kind, bytes: bytes)
    }

    /// The text to show once. It is not the description, so that no log line holds it by accident.
    package var text: String { kind.rawValue + base64URL(bytes) }
}
