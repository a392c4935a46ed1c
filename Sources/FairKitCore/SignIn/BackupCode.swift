import TextEncodings

/// A code that replaces one one-time password when the authenticator app is lost: 120 random bits, as 24 letters and
/// digits in six groups.
package struct BackupCode: Equatable, Sendable {
    package let bytes: [UInt8]

    package static let length = 15
    /// How many are issued at a time.
    package static let count = 10

    /// - Parameter bytes: fifteen; nil for another number.
    package init?(bytes: [UInt8]) {
        guard bytes.count == BackupCode.length else { return nil }
        self.bytes = bytes
    }

    /// Reads a code as people type it: in either case, with hyphens and spaces anywhere.
    package init?(_ text: String) {
        let characters = text.uppercased().filter { $0 != "-" && $0 != " " }
        guard let bytes = TextEncodings.bytes(base32: characters) else { return nil }
        self.init(bytes: bytes)
    }

    /// The text to show once: `ABCD-EFGH-…`.
    package var text: String {
        // The alphabet has no digit that looks like a letter.
        let text = Array(base32(bytes))
        return stride(from: 0, to: text.count, by: 4).map { String(text[$0..<$0 + 4]) }.joined(separator: "-")
    }
}
