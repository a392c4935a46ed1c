import TextEncodings

/// The secret printed beside a kit's code, which no barcode contains: 40 random bits, as eight letters and digits in
/// two groups. A person who only saw or guessed the code can't register the kit. The store keeps only a keyed digest.
package struct ActivationSecret: Sendable {
    package let bytes: [UInt8]

    package static let length = 5
    /// In characters, including hyphens and spaces.
    package static let longestTyped = 100

    /// - Parameter bytes: five; nil for another number.
    package init?(bytes: [UInt8]) {
        guard bytes.count == ActivationSecret.length else { return nil }
        self.bytes = bytes
    }

    /// Reads a secret as people type it: in either case, with hyphens and spaces anywhere.
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

/// A log line that names one never shows the secret.
extension ActivationSecret: CustomStringConvertible, CustomReflectable {
    package var description: String { "activation secret …" }
    package var customMirror: Mirror { Mirror(self, children: []) }
}
