import TextEncodings

/// What is printed beside a kit's code and is in no barcode: 40 random bits, as eight letters and digits in two groups. Who has only seen
/// or guessed the code can't register the kit. The store keeps a keyed digest alone.
package struct ActivationSecret: Sendable {
    package let bytes: [UInt8]

    package static let length = 5
    /// In characters, with hyphens and spaces.
    package static let longestTyped = 100

    /// - Parameter bytes: five; nil otherwise.
    package init?(bytes: [UInt8]) {
        guard bytes.count == ActivationSecret.length else { return nil }
        self.bytes = bytes
    }

    /// Reads one as people type it: in small letters, too, and with hyphens and spaces anywhere.
    package init?(_ text: String) {
        guard text.utf8.count <= ActivationSecret.longestTyped, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        let characters = text.uppercased().filter { $0 != "-" && $0 != " " }
        guard let bytes = TextEncodings.bytes(base32: characters) else { return nil }
        self.init(bytes: bytes)
    }

    /// The text to print once: `ABCD-EFGH`.
    package var text: String {
        let text = base32(bytes)
        return "\(text.prefix(4))-\(text.dropFirst(4))"
    }
}

/// A log line that names one shows nothing that opens anything.
extension ActivationSecret: CustomStringConvertible, CustomReflectable {
    package var description: String { "activation secret …" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
