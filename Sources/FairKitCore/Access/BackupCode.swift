/// What signs in once where the app with the one-time passwords is lost: 120 random bits, as 24 letters and digits in six groups.
package struct BackupCode: Hashable, Sendable {
    package let bytes: [UInt8]

    package static let length = 15
    /// So many are given at a time.
    package static let count = 10

    /// RFC 4648's base32: none of its digits looks like one of its letters.
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")

    /// - Parameter bytes: fifteen; nil otherwise.
    package init?(bytes: [UInt8]) {
        guard bytes.count == BackupCode.length else { return nil }
        self.bytes = bytes
    }

    /// Reads one as people type it: in small letters, too, and with hyphens and spaces anywhere.
    package init?(_ text: String) {
        let characters = text.uppercased().filter { $0 != "-" && $0 != " " }
        let values = characters.compactMap { BackupCode.digits.firstIndex(of: $0) }
        guard characters.count == 24, values.count == 24 else { return nil }
        var (bits, count, bytes) = (0, 0, [UInt8]())
        for value in values {
            bits = (bits << 5 | value) & 0xfff
            count += 5
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(bits >> count & 255))
            }
        }
        self.init(bytes: bytes)
    }

    /// The text to show once: `ABCD-EFGH-…`.
    package var text: String {
        var (bits, count, text) = (0, 0, [Character]())
        for byte in bytes {
            bits = (bits << 8 | Int(byte)) & 0xfff
            count += 8
            while count >= 5 {
                count -= 5
                text.append(BackupCode.digits[bits >> count & 31])
            }
        }
        return stride(from: 0, to: text.count, by: 4).map { String(text[$0..<$0 + 4]) }.joined(separator: "-")
    }
}
