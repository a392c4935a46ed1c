package import FoundationEssentials

/// An exact decimal with at most three places, stored as a number of thousandths. Levels and ranges are never floating
/// point.
package struct Thousandths: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let count: Int64

    /// Far above anything measured in blood; it keeps every product inside 64 bits.
    package static let limit = Thousandths(count: 1_000_000_000)

    package init(count: Int64) {
        self.count = count
    }

    /// nil below zero, from a million on, or with more than three decimals.
    package init?(_ decimal: Decimal) {
        guard decimal >= 0, decimal < 1_000_000 else { return nil }
        let parts = decimal.description.split(separator: ".")
        let fraction = parts.count > 1 ? parts[1] : ""
        guard fraction.count <= 3, let whole = Int64(parts[0]),
            let rest = Int64(fraction + String(repeating: "0", count: 3 - fraction.count))
        else { return nil }
        count = whole * 1000 + rest
    }

    /// Digits with at most one point and three decimals: `820`, `7.5`. nil: the text is something else, or a million or
    /// more.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let isNumber = parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }
        let fraction = parts.count == 2 ? String(parts[1]) : ""
        guard isNumber, parts.count <= 2, fraction.utf8.count <= 3, let whole = Int64(parts[0]), whole < 1_000_000,
            let rest = Int64(fraction + String(repeating: "0", count: 3 - fraction.utf8.count))
        else { return nil }
        count = whole * 1000 + rest
    }

    package static func < (left: Thousandths, right: Thousandths) -> Bool { left.count < right.count }

    package var decimal: Decimal {
        let (digits, places) = shortest
        return Decimal(sign: .plus, exponent: -places, significand: Decimal(digits))
    }

    /// Without trailing zeros: `820`, `7.5`.
    package var description: String {
        ASCIIText.string(capacity: 24) { text in
            text.append(count / 1000)
            let (digits, places) = shortest
            guard places > 0 else { return }
            text.append(".")
            text.append(digits % (places == 3 ? 1000 : places == 2 ? 100 : 10), digits: places)
        }
    }

    /// The number without trailing zeros: its digits, and how many of them are decimals.
    private var shortest: (digits: Int64, places: Int) {
        var (digits, places) = (count, 3)
        while places > 0, digits % 10 == 0 {
            digits /= 10
            places -= 1
        }
        return (digits, places)
    }
}
