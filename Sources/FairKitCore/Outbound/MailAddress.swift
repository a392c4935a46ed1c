/// A mail address: the part of RFC 5322 that is in common use, in ASCII, without quotes and comments.
///
/// A valid one can be used in a header and in an SMTP command as it is.
package struct MailAddress: Hashable, Sendable, CustomStringConvertible {
    package let localPart: String
    package let domain: String

    /// RFC 5321, 4.5.3.1, and the errata of RFC 3696.
    package static let mostBytes = 254
    private static let mostBytesOfLocalPart = 64

    /// nil for a malformed address.
    package init?(_ text: some StringProtocol) {
        let bytes = Array(text.utf8)
        let parts = bytes.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard bytes.count <= MailAddress.mostBytes, parts.count == 2,
            parts[0].count <= MailAddress.mostBytesOfLocalPart,
            parts[0].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy(\.isAtom),
            parts[1].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy(\.isLabel)
        else { return nil }
        (localPart, domain) = (String(decoding: parts[0], as: UTF8.self), String(decoding: parts[1], as: UTF8.self))
    }

    /// An address as people type or copy it, with white space around it; nil for a malformed one.
    package init?(typed text: some StringProtocol) { self.init(text.trimmed) }

    /// An address from the store, which holds only valid ones; nil for a text without `@`.
    package init?(stored text: String) {
        guard let at = text.utf8.firstIndex(of: UInt8(ascii: "@")) else { return nil }
        (localPart, domain) = (String(text[..<at]), String(text[text.utf8.index(after: at)...]))
    }

    package var description: String { "\(localPart)@\(domain)" }

    /// The masked form for readers who need not know the address: `a•••@example.org`.
    package var masked: String { "\(localPart.prefix(1))•••@\(domain)" }
}

extension ArraySlice<UInt8> {
    /// `atext` of RFC 5322, 3.2.3.
    fileprivate var isAtom: Bool {
        !isEmpty && allSatisfy { $0.isAlphanumeric || "!#$%&'*+-/=?^_`{|}~".utf8.contains($0) }
    }

    /// A label of a host name (RFC 1123, 2.1).
    fileprivate var isLabel: Bool {
        (1...63).contains(count) && first != UInt8(ascii: "-") && last != UInt8(ascii: "-")
            && allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "-") }
    }
}

extension UInt8 {
    fileprivate var isAlphanumeric: Bool {
        (48...57).contains(self) || (65...90).contains(self) || (97...122).contains(self)
    }
}
