/// The countries to whose numbers the server sends SMS and calls. The longest beginning that fits a number decides.
package struct PhoneCountries: Equatable, Sendable {
    /// The digits with which numbers begin.
    private let served: [String]

    /// Satellites and networks of no country, shared-cost, premium-rate and freephone numbers (E.164 and its list of
    /// assigned country codes).
    private static let expensive = ["1900", "800", "808", "87", "881", "882", "883", "888", "979"]

    /// All countries.
    package static let standard = PhoneCountries(served: [""])

    /// Why a number is refused where it is typed.
    package static let refusal = "a number of a country to which this server sends SMS and calls"

    private init(served: [String]) { self.served = served }

    /// Reads beginnings such as `+254,+255`; nil for anything else.
    package init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingPrefix(" ") }
        guard
            parts.allSatisfy({ part in
                part.first == "+" && (2...15).contains(part.utf8.count)
                    && part.utf8.dropFirst().allSatisfy { (48...57).contains($0) }
            })
        else { return nil }
        self.init(served: parts.map { String($0.dropFirst()) })
    }

    package func serves(_ number: PhoneNumber) -> Bool {
        func longest(_ beginnings: [String]) -> Int? {
            beginnings.filter { number.digits.hasPrefix($0) }.map(\.count).max()
        }
        guard let length = longest(served) else { return false }
        return length >= longest(PhoneCountries.expensive) ?? 0
    }

    /// Whether a message over a channel may go to an address. Only numbers have a country.
    package func serves(_ address: String, over channel: ContactKind) -> Bool {
        guard channel == .sms || channel == .voice else { return true }
        return PhoneNumber(address).map { serves($0) } ?? false
    }
}
