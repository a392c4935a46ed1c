/// A telephone number in international form (ITU-T E.164): `+15551234567`.
package struct PhoneNumber: Equatable, Sendable, CustomStringConvertible {
    /// Country code and subscriber number, without the plus sign.
    package let digits: String

    /// How many digits a number has: at most fifteen by E.164; the shortest in use have seven.
    package static let lengths = 7...15

    /// nil for anything else, such as a number with spaces.
    package init?(_ text: some StringProtocol) {
        let digits = text.utf8.dropFirst()
        guard text.utf8.first == UInt8(ascii: "+"), PhoneNumber.lengths.contains(digits.count),
            digits.first != UInt8(ascii: "0"), digits.allSatisfy({ (48...57).contains($0) })
        else { return nil }
        self.digits = String(text.dropFirst())
    }

    /// A number as people write it, with spaces, hyphens, dots and brackets: `+254 (711) 000-111`. A zero in brackets
    /// is not dialled from abroad, so such a number is malformed.
    package init?(typed text: some StringProtocol) {
        let scalars = text.unicodeScalars.filter { scalar in
            let properties = scalar.properties
            return !properties.isWhitespace && !properties.isDash && properties.generalCategory != .format
                && scalar != "." && scalar != ")"
        }
        let kept = String(String.UnicodeScalarView(scalars))
        guard !kept.contains("(0") else { return nil }
        self.init(kept.filter { $0 != "(" })
    }

    package var description: String { "+\(digits)" }
}
