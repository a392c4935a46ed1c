/// A programme that a partner pays for: people join it by consent, and the partner's coordinators read figures about them.
package struct Programme: Equatable, Sendable {
    package let id: ProgrammeID
    package var name: String
    /// The name of the partner.
    package var partner: String
    package var startsOn: CalendarDate
    /// The last day; nil: open.
    package var endsOn: CalendarDate?
    /// What people type to join. It gives nothing but the membership of the one who types it.
    package var joinCode: String
    /// What the return on investment is computed of; nil: not given.
    package var economics: Economics?
    /// Rises with each change of the programme, its targets or its coordinators.
    package let version: Int
    package let createdAt: Timestamp

    /// What a programme costs and saves.
    package struct Economics: Equatable, Sendable {
        /// ISO 4217, such as `KES`.
        package var currency: String
        package var costPerQuarter: Thousandths
        package var costPerTest: Thousandths
        package var savedPerTest: Thousandths
        /// Where the numbers come from.
        package var source: String

        /// An amount below a billion with at most three decimals; nil: the text is something else.
        package static func amount(_ text: String) -> Thousandths? {
            let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
            let fraction = parts.count > 1 ? String(parts[1]) : "0"
            let areDigits = [parts[0], fraction[...]].allSatisfy { part in
                !part.isEmpty && part.utf8.allSatisfy { (48...57).contains($0) }
            }
            guard areDigits, parts[0].utf8.count <= 9, fraction.utf8.count <= 3, let whole = Int64(parts[0]),
                let rest = Int64(fraction + String(repeating: "0", count: 3 - fraction.utf8.count))
            else { return nil }
            return Thousandths(count: whole * 1000 + rest)
        }

        package init(
            currency: String, costPerQuarter: Thousandths, costPerTest: Thousandths, savedPerTest: Thousandths,
            source: String
        ) {
            self.currency = currency
            self.costPerQuarter = costPerQuarter
            self.costPerTest = costPerTest
            self.savedPerTest = savedPerTest
            self.source = source
        }
    }

    /// The most programmes of a tenant.
    package static let most = 100
    /// The most coordinators of a programme.
    package static let mostCoordinators = 50
    /// The most targets of a programme.
    package static let mostTargets = 80
    /// The largest target.
    package static let largestTarget = 1_000_000

    package init(
        id: ProgrammeID, name: String, partner: String, startsOn: CalendarDate, endsOn: CalendarDate?, joinCode: String,
        economics: Economics?, version: Int, createdAt: Timestamp
    ) {
        self.id = id
        self.name = name
        self.partner = partner
        self.startsOn = startsOn
        self.endsOn = endsOn
        self.joinCode = joinCode
        self.economics = economics
        self.version = version
        self.createdAt = createdAt
    }

    /// Whether people can join on a day.
    package func isOpen(on day: CalendarDate) -> Bool { startsOn <= day && endsOn.map { day <= $0 } ?? true }

    /// Records every invalid field.
    package func check(_ faults: inout Faults) {
        faults.require(name.isText(1...100), "/name", "1 to 100 characters, without control characters")
        faults.require(partner.isText(1...100), "/partner", "1 to 100 characters, without control characters")
        faults.require(endsOn.map { startsOn <= $0 } ?? true, "/endsOn", "not before startsOn")
        guard let economics else { return }
        faults.require(
            economics.currency.utf8.count == 3 && economics.currency.utf8.allSatisfy { (65...90).contains($0) },
            "/economics/currency", "three capital letters such as KES")
        faults.require(economics.source.isText(1...300), "/economics/source", "1 to 300 characters")
    }

    /// A join code as it is stored: capitals without the spaces and hyphens that people type; nil if none looks like it.
    package static func joinCode(typed text: String) -> String? {
        let bare = text.uppercased().filter { $0 != " " && $0 != "-" }
        return bare.utf8.count == 8 && bare.utf8.allSatisfy { joinAlphabet.contains($0) } ? bare : nil
    }

    /// A new join code: eight characters that are told apart by eye, and when they are read out.
    package static func newJoinCode(using generator: inout some RandomNumberGenerator) -> String {
        String(decoding: (0..<8).map { _ in joinAlphabet.randomElement(using: &generator) ?? 50 }, as: UTF8.self)
    }

    private static let joinAlphabet = Array("23456789ABCDEFGHJKLMNPQRSTUVWXYZ".utf8)
}

package typealias ProgrammeID = ID<Programme>

/// An account that reads the figures of a programme.
package struct ProgrammeCoordinator: Equatable, Sendable {
    package let account: AccountID
    /// nil: not given.
    package let name: String?
    package let email: MailAddress

    package init(account: AccountID, name: String?, email: MailAddress) {
        self.account = account
        self.name = name
        self.email = email
    }
}

extension ID where Entity == Programme {
    /// Where people are counted who are in no programme: the nil UUID.
    package static var none: ProgrammeID { ProgrammeID(uuid: KeyID.machine.uuid) }
}
