/// The urgency of an alert. A lower number comes first.
package enum Band: Int, Sendable, CaseIterable {
    case critical = 0
    case urgent = 1
    case result = 2
    case information = 3

    /// Its bit in a set of bands: 1, 2, 4 or 8.
    package var bit: Int { 1 << rawValue }

    /// The order among the bands below critical: the time of raising plus a handicap per band. An old, less urgent
    /// alert thus overtakes a new, more urgent one, and none starves. Band 0 comes before all others, the oldest first.
    package func rank(raisedAt: Timestamp) -> Int64 {
        switch self {
        case .critical, .urgent: raisedAt.milliseconds
        case .result: raisedAt.advanced(by: .seconds(3600)).milliseconds
        case .information: raisedAt.advanced(by: .seconds(86_400)).milliseconds
        }
    }

    /// The lease if neither the consumer nor the group sets another one.
    package static let defaultLease = Duration.seconds(30)

    /// A delivery is parked after this many attempts, so that a poison message does not hold up the others; nil: never.
    package var maxDeliveryAttempts: Int? { self == .critical ? nil : 20 }

    /// A delivery that is never parked counts as stuck after this many attempts. It is still redelivered, and an
    /// operator is alerted.
    package static let stuckAttempts = 5

    /// The leases that a consumer may ask for, in seconds.
    package static let leaseSeconds = 5...900
}
