/// A named, independent reader of alerts: every alert of the bands that it wants is delivered to it, and inside it consumers
/// compete.
package struct ConsumerGroup: Hashable, Sendable {
    package let id: Int64
    package let name: String
    package let terms: Terms
    /// nil of the first group, which is as old as the store.
    package let createdAt: Timestamp?

    package init(id: Int64, name: String, terms: Terms, createdAt: Timestamp?) {
        self.id = id
        self.name = name
        self.terms = terms
        self.createdAt = createdAt
    }

    /// What a group wants, and what its consumers may have.
    package struct Terms: Hashable, Sendable {
        package var bands: Set<Band>
        /// In seconds, of band 0; nil: what the band gives.
        package var criticalLease: Int?
        /// In seconds, of the other bands; nil: what the band gives.
        package var lease: Int?
        /// How many deliveries of band 0 one consumer may have leased.
        package var criticalCredit: Int
        /// The same of the other bands, counted apart: whoever is full of those still gets a critical alert.
        package var credit: Int

        package init(
            bands: Set<Band> = Set(Band.allCases), criticalLease: Int? = nil, lease: Int? = nil,
            criticalCredit: Int = Terms.usualCredit, credit: Int = Terms.usualCredit
        ) {
            self.bands = bands
            self.criticalLease = criticalLease
            self.lease = lease
            self.criticalCredit = criticalCredit
            self.credit = credit
        }

        package static let usualCredit = 100
        package static let credits = 1...1000

        /// How long a consumer has for an alert, if it does not ask for a time of its own.
        package func lease(for band: Band) -> Duration {
            let own = band == .critical ? criticalLease : lease
            return own.map { .seconds($0) } ?? band.defaultLease
        }

        /// Deliveries that one consumer may have leased in a lane.
        package func credit(in lane: DeliveryLane) -> Int { lane == .critical ? criticalCredit : credit }

        /// Everything that is wrong at once, or nil.
        package func problems() -> Invalid? {
            var errors: [FieldError] = []
            if bands.isEmpty { errors.append(FieldError(pointer: "/bands", detail: "one of 0 to 3 at least")) }
            for (pointer, seconds) in [("/criticalLeaseSeconds", criticalLease), ("/leaseSeconds", lease)] {
                guard let seconds, !Band.leaseSeconds.contains(seconds) else { continue }
                errors.append(FieldError(pointer: pointer, detail: "5 to 900 seconds"))
            }
            for (pointer, count) in [("/criticalCredit", criticalCredit), ("/credit", credit)]
            where !Terms.credits.contains(count) {
                errors.append(FieldError(pointer: pointer, detail: "1 to 1000 deliveries"))
            }
            return errors.isEmpty ? nil : Invalid(errors)
        }
    }

    /// The group that every installation begins with.
    package static let defaultName = "default"

    /// Whether a text may name a group: 1 to 63 small letters, digits, `.`, `_` and `-`, the first a letter or a digit.
    package static func isName(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        let isAlphanumeric: (UInt8) -> Bool = { (97...122).contains($0) || (48...57).contains($0) }
        guard let first = bytes.first, isAlphanumeric(first), bytes.count <= 63 else { return false }
        return bytes.allSatisfy { isAlphanumeric($0) || [45, 46, 95].contains($0) }
    }
}

/// The two orders in which a group's deliveries wait. Whatever is in the first comes before everything in the second.
package enum DeliveryLane: Int, Sendable, CaseIterable {
    /// Critical alerts, the oldest first.
    case critical = 0
    /// All others, and what is replayed, in the order of their rank.
    case ordinary = 1

    package init(_ band: Band) {
        self = band == .critical ? .critical : .ordinary
    }
}
