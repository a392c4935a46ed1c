/// What is remembered of failed sign-ins to one address of mail from one place, and what follows from it.
///
/// Five failures lock the pair for a quarter of an hour, each further lock for twice as long, up to a day (R4.4). Whoever tries from
/// elsewhere is not locked out by that, only slowed: else anybody could keep anybody from signing in.
package struct SignInGuard: Hashable, Sendable {
    package var failures: Int
    /// How often it was locked in a row.
    package var locks: Int
    package var lockedUntil: Timestamp?
    package var lastAt: Timestamp

    package static let most = 5
    private static let firstLock = Duration.seconds(900)
    private static let longestLock = Duration.seconds(86_400)
    /// After so long without a failure all is forgotten.
    package static let memory = Duration.seconds(2 * 86_400)

    package init(failures: Int = 0, locks: Int = 0, lockedUntil: Timestamp? = nil, lastAt: Timestamp) {
        self.failures = failures
        self.locks = locks
        self.lockedUntil = lockedUntil
        self.lastAt = lastAt
    }

    /// What an attempt comes to before it is looked at.
    package enum Attempt: Hashable, Sendable {
        /// It may be tried. It counts as failed until it has succeeded, so that many at once are no more than many in turn.
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

    /// How long an attempt waits where others fail to sign in to the same address from elsewhere.
    /// - Parameter failures: how many did within the hour.
    package static func delay(afterFailuresElsewhere failures: Int) -> Duration {
        guard failures >= 2 * most else { return .zero }
        return min(.milliseconds(500) * (1 << min(failures / (2 * most) - 1, 8)), .seconds(8))
    }
}
