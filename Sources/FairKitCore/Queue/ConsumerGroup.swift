/// A named, independent reader of alerts, like a subscription: it gets a delivery of every alert in its bands, and its
/// consumers compete for them.
package struct ConsumerGroup: Equatable, Sendable {
    package let id: Int64
    package let name: String
    package let settings: Settings
    /// nil for the default group, which is as old as the store.
    package let createdAt: Timestamp?

    package init(id: Int64, name: String, settings: Settings, createdAt: Timestamp?) {
        self.id = id
        self.name = name
        self.settings = settings
        self.createdAt = createdAt
    }

    /// The alerts that a group gets, and the limits of each of its consumers.
    package struct Settings: Equatable, Sendable {
        package var bands: Set<Band>
        /// In seconds, for band 0; nil: `Band.defaultLease`.
        package var criticalLease: Int?
        /// In seconds, for the other bands; nil: `Band.defaultLease`.
        package var lease: Int?
        /// The most deliveries of band 0 that one consumer may hold leased at the same time.
        package var criticalMaxInFlight: Int
        /// The same for the other bands, counted separately: a consumer at this limit still gets critical alerts.
        package var maxInFlight: Int
        /// Whether it gets deliveries. Disabling a group ends its pending deliveries.
        package var isEnabled: Bool

        package init(
            bands: Set<Band> = Set(Band.allCases), criticalLease: Int? = nil, lease: Int? = nil,
            criticalMaxInFlight: Int = Settings.defaultMaxInFlight, maxInFlight: Int = Settings.defaultMaxInFlight,
            isEnabled: Bool = true
        ) {
            self.bands = bands
            self.criticalLease = criticalLease
            self.lease = lease
            self.criticalMaxInFlight = criticalMaxInFlight
            self.maxInFlight = maxInFlight
            self.isEnabled = isEnabled
        }

        package static let defaultMaxInFlight = 100
        package static let maxInFlightRange = 1...1000

        /// Whether it gets alerts of a band.
        package func gets(_ band: Band) -> Bool { isEnabled && bands.contains(band) }

        /// The lease of an alert, if the consumer does not set another one.
        package func lease(for band: Band) -> Duration {
            let own = band == .critical ? criticalLease : lease
            return own.map { .seconds($0) } ?? Band.defaultLease
        }

        /// The most deliveries of a lane that one consumer may hold leased at the same time.
        package func maxInFlight(in lane: DeliveryLane) -> Int { lane == .critical ? criticalMaxInFlight : maxInFlight }

        /// On one line, as the audit log and mails have it.
        package var line: String {
            let bands = self.bands.map { "\($0.rawValue)" }.sorted().joined(separator: " ")
            let leases = [criticalLease, lease].map { $0.map { "\($0) s" } ?? "standard" }.joined(separator: " and ")
            return "\(isEnabled ? "enabled" : "disabled"), bands \(bands), leases \(leases), "
                + "at most \(criticalMaxInFlight) and \(maxInFlight) in flight"
        }

        /// Records every invalid field.
        package func check(_ faults: inout Faults) {
            faults.require(!bands.isEmpty, "/bands", "at least one of 0 to 3")
            for (pointer, seconds) in [("/criticalLeaseSeconds", criticalLease), ("/leaseSeconds", lease)] {
                faults.require(seconds.map { Band.leaseSeconds.contains($0) } ?? true, pointer, "5 to 900 seconds")
            }
            for (pointer, count) in [("/criticalMaxInFlight", criticalMaxInFlight), ("/maxInFlight", maxInFlight)] {
                faults.require(Settings.maxInFlightRange.contains(count), pointer, "1 to 1000 deliveries")
            }
        }
    }

    /// The group that every store starts with.
    package static let defaultName = "default"

    /// Whether a text may name a group: 1 to 63 lower-case letters, digits, `.`, `_` and `-`, the first a letter or a digit.
    package static func isName(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        let isAlphanumeric: (UInt8) -> Bool = { (97...122).contains($0) || (48...57).contains($0) }
        guard let first = bytes.first, isAlphanumeric(first), bytes.count <= 63 else { return false }
        return bytes.allSatisfy { isAlphanumeric($0) || [45, 46, 95].contains($0) }
    }
}

/// The two queues of a group's deliveries. All of the first come before all of the second.
package enum DeliveryLane: Int, Sendable, CaseIterable {
    /// Critical alerts, the oldest first.
    case critical = 0
    /// All others, including replays, in the order of their rank.
    case ordinary = 1

    package init(_ band: Band) {
        self = band == .critical ? .critical : .ordinary
    }
}
