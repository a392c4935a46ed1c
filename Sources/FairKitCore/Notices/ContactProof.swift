/// A code of six digits that is sent to a contact point, or in a mail that confirms an address. Its owner proves the address by
/// repeating it.
package struct ContactCode: Hashable, Sendable {
    package let digits: String

    /// How long it is valid.
    package static let lifetime = NoticeKind.contactVerification.lifetime
    /// The same for a mail beside a link: it may wait at a mail server that does not know FairKit's.
    package static let lifetimeInMails = Duration.seconds(3600)
    /// After so many wrong codes it is void: the chance to guess it is 1 to 200,000.
    package static let mostFailures = 5
    /// The most codes in a day that an account requests, and that an address receives.
    package static let mostOfAccount = 10
    package static let mostToAddress = 5

    /// Reads a code as a person types it; nil for anything but six digits.
    package init?(_ text: String) {
        let digits = text.filter { !$0.isWhitespace }
        guard digits.utf8.count == 6, digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        self.digits = digits
    }

    /// Draws a code from the system's secure random numbers.
    package static func random() -> ContactCode {
        var generator = SystemRandomNumberGenerator()
        return ContactCode(number: Int.random(in: 0..<1_000_000, using: &generator))
    }

    private init(number: Int) {
        digits = pad(number, 6)
    }
}

/// A code shows in no log.
extension ContactCode: CustomStringConvertible {
    package var description: String { "……" }
}

extension ContactKind {
    /// The kinds that a person adds and proves with a code.
    package static let ofPeople: [ContactKind] = [.email, .sms, .voice]

    /// The most contact points that a person adds.
    package static let mostOfPerson = 10

    /// An address of one of the kinds that people add, in the form that is stored.
    /// - Throws: `Invalid` with this pointer.
    package func address(_ text: String, at pointer: String = "") throws(Invalid) -> String {
        switch self {
        case .email:
            guard let address = MailAddress(typed: text) else {
                throw Invalid(pointer, "an address such as name@example.org")
            }
            return address.folded.description
        case .sms, .voice:
            guard let number = PhoneNumber(typed: text) else {
                throw Invalid(pointer, "a number such as +254700000000 (E.164)")
            }
            return number.description
        case .apns, .fcm, .webPush, .slack, .teams, .pagerDuty, .http:
            throw Invalid(pointer, "can't be added by a person")
        }
    }
}
