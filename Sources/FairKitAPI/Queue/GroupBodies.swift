package import FairKitCore

/// A group on the wire.
package struct GroupBody: Codable, Sendable {
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

/// A group to be made, or what of its settings changes: leases in seconds. What is nil has its default, or stays.
package struct GroupRequest: Codable, Sendable {
    /// Of a new group.
    package let name: String?
    /// Of one that there is.
    package let enabled: Bool?
    /// The time from when on it gets what is open.
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
