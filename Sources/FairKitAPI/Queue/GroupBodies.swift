package import FairKitCore

/// A group on the wire.
package struct GroupBody: Decodable, JSONBody, Sendable {
    package let name: String
    package let enabled: Bool
    package let bands: [Int]
    package let criticalLeaseSeconds: Int
    package let leaseSeconds: Int
    package let criticalMaxInFlight: Int
    package let maxInFlight: Int
    package let createdAt: String?

    package init(_ group: ConsumerGroup) {
        name = group.name
        enabled = group.settings.isEnabled
        bands = group.settings.bands.map(\.rawValue).sorted()
        criticalLeaseSeconds = Int(group.settings.lease(for: .critical).components.seconds)
        leaseSeconds = Int(group.settings.lease(for: .urgent).components.seconds)
        criticalMaxInFlight = group.settings.criticalMaxInFlight
        maxInFlight = group.settings.maxInFlight
        createdAt = group.createdAt?.description
    }
}

/// A new group, or changed settings: leases in seconds. nil means the default, or no change.
package struct GroupRequest: Decodable, Sendable {
    /// For a new group.
    package let name: String?
    /// For an existing group.
    package let enabled: Bool?
    /// The group also gets open alerts raised since this time.
    package let from: String?
    package let bands: [Int]?
    package let criticalLeaseSeconds: Int?
    package let leaseSeconds: Int?
    package let criticalMaxInFlight: Int?
    package let maxInFlight: Int?

    package init(
        name: String?, enabled: Bool? = nil, from: String?, bands: [Int]?, criticalLeaseSeconds: Int?,
        leaseSeconds: Int?, criticalMaxInFlight: Int?, maxInFlight: Int?
    ) {
        self.name = name
        self.enabled = enabled
        self.from = from
        self.bands = bands
        self.criticalLeaseSeconds = criticalLeaseSeconds
        self.leaseSeconds = leaseSeconds
        self.criticalMaxInFlight = criticalMaxInFlight
        self.maxInFlight = maxInFlight
    }
}
