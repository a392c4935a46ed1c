/// How urgent an alert is. Lower comes first.
package enum Band: Int, Sendable, CaseIterable {
    case critical = 0
    case urgent = 1
    case result = 2
    case information = 3

    /// Its place in a set of bands: 1, 2, 4 or 8.
    package var bit: Int { 1 << rawValue }

    /// The place among the bands below critical: the time it was raised, and a handicap. So an old lesser alert overtakes
    /// a young greater one, and nothing starves. Band 0 comes before everything; among its own the oldest is first.
    package func rank(raisedAt: Timestamp) -> Int64 {
        switch self {
        case .critical, .urgent: raisedAt.milliseconds
        case .result: raisedAt.advanced(by: .seconds(3600)).milliseconds
        case .information: raisedAt.advanced(by: .seconds(86_400)).milliseconds
        }
    }

    /// The lease if neither the consumer nor the group asks for another one.
    package static let defaultLease = Duration.seconds(30)

    /// After how many attempts a delivery is parked, so that a poison message does not hold the others up; nil: never.
    package var maxDeliveryAttempts: Int? { self == .critical ? nil : 20 }

    /// After how many attempts a delivery that is never parked counts as stuck: it is still redelivered, and an operator is alerted.
    package static let stuckAttempts = 5

    /// The leases that a consumer may ask for, in seconds.
    package static let leaseSeconds = 5...900
}
