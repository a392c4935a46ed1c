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

    /// How long a consumer has to pass it on, if it does not ask for a time of its own.
    package var defaultLease: Duration { self == .critical ? .seconds(8) : .seconds(30) }

    /// After how many attempts a delivery is parked, so that one that nobody can pass on does not keep the others back; nil: never.
    package var mostAttempts: Int? { self == .critical ? nil : 20 }

    /// After how many attempts a delivery that is never parked is stuck: it goes on, and an operator is told.
    package static let stuckAttempts = 5

    /// What a consumer may ask for, in seconds.
    package static let leaseSeconds = 5...900
}
