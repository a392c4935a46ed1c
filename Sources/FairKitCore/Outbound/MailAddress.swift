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
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard text.utf8.count <= MailAddress.mostBytes, parts.count == 2,
            parts[0].utf8.count <= MailAddress.mostBytesOfLocalPart,
            parts[0].split(separator: ".", omittingEmptySubsequences: false).allSatisfy(\.isAtom),
            parts[1].split(separator: ".", omittingEmptySubsequences: false).allSatisfy(\.isLabel)
        else { return nil }
        (localPart, domain) = (String(parts[0]), String(parts[1]))
    }

    package var description: String { "\(localPart)@\(domain)" }

    /// The masked form for readers who need not know the address: `a•••@example.org`.
    package var masked: String { "\(localPart.prefix(1))•••@\(domain)" }
}

extension StringProtocol {
    /// `atext` of RFC 5322, 3.2.3.
    fileprivate var isAtom: Bool {
        !isEmpty && utf8.allSatisfy { $0.isAlphanumeric || "!#$%&'*+-/=?^_`{|}~".utf8.contains($0) }
    }

    /// A label of a host name (RFC 1123, 2.1).
    fileprivate var isLabel: Bool {
        (1...63).contains(utf8.count) && first != "-" && last != "-"
            && utf8.allSatisfy { $0.isAlphanumeric || $0 == UInt8(ascii: "-") }
    }
}

extension UInt8 {
    fileprivate var isAlphanumeric: Bool {
        (48...57).contains(self) || (65...90).contains(self) || (97...122).contains(self)
    }
}
