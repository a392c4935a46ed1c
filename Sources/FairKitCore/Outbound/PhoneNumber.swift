/// A telephone number in international form (ITU-T E.164): `+15551234567`.
package struct PhoneNumber: Hashable, Sendable, CustomStringConvertible {
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

    package var description: String { "+\(digits)" }
}
