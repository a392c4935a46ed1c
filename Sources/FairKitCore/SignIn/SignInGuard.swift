/// Counts failed sign-ins to one mail address from one source, and locks that pair.
///
/// Five failures lock the pair for 15 minutes; each further lock lasts twice as long, up to a day (R4.4). Sign-ins from
/// other sources are slowed but not locked. Otherwise an attacker could lock any person out.
package struct SignInGuard: Equatable, Sendable {
    package var failures: Int
    /// Locks in a row.
    package var locks: Int
    package var lockedUntil: Timestamp?
    package var lastAt: Timestamp

    package static let most = 5
    private static let firstLock = Duration.seconds(900)
    private static let longestLock = Duration.seconds(86_400)
    /// After this time without a failure the count is dropped.
    package static let memory = Duration.seconds(2 * 86_400)

    package init(failures: Int = 0, locks: Int = 0, lockedUntil: Timestamp? = nil, lastAt: Timestamp) {
        self.failures = failures
        self.locks = locks
        self.lockedUntil = lockedUntil
        self.lastAt = lastAt
    }

    /// The decision about an attempt, before the password is checked.
    package enum Attempt: Equatable, Sendable {
        /// The attempt may proceed. It counts as failed until it succeeds, so that parallel attempts gain nothing over
        /// sequential ones.
        case counted(SignInGuard, locks: Bool)
        case locked(until: Timestamp)
    }

    package func attempt(at now: Timestamp) -> Attempt {
        var next = self
        if lastAt.advanced(by: SignInGuard.memory) <= now { next = SignInGuard(lastAt: now) }
        if let end = next.lockedUntil {
            guard end <= now else { return .locked(until: end) }
            next.lockedUntil = nil
        }
        next.failures += 1
        next.lastAt = now
        guard next.failures >= SignInGuard.most else { return .counted(next, locks: false) }
        let length = min(SignInGuard.firstLock * (1 << min(next.locks, 10)), SignInGuard.longestLock)
        next.lockedUntil = now.advanced(by: length)
        next.locks += 1
        next.failures = 0
        return .counted(next, locks: true)
    }

    /// How long an attempt waits while sign-ins to the same address fail from other sources.
    /// - Parameter failures: failures within the last hour.
    package static func delay(afterFailuresElsewhere failures: Int) -> Duration {
        guard failures >= 2 * most else { return .zero }
        return min(.milliseconds(500) * (1 << min(failures / (2 * most) - 1, 8)), .seconds(8))
    }
}
