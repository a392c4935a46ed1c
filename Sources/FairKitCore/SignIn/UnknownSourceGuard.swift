/// Counts wrong passwords for one account from all unknown sources together. A source is known if the account has
/// signed in from it.
///
/// `SignInGuard` locks one source; an attacker with thousands of sources has five attempts at each. This guard limits
/// them to a hundred attempts a day altogether. Known sources neither count nor are refused: otherwise an attacker
/// could keep the owner out.
package struct UnknownSourceGuard: Equatable, Sendable {
    package var failures: Int
    /// When the counted day began: with the first failure.
    package var beganAt: Timestamp
    /// When the account's owner was last notified.
    package var notifiedAt: Timestamp?

    package static let most = 100
    private static let day = Duration.seconds(86_400)
    /// How long after its start the count is kept, so that the owner is notified once a day only.
    package static let memory = Duration.seconds(2 * 86_400)

    package init(failures: Int = 0, beganAt: Timestamp, notifiedAt: Timestamp? = nil) {
        self.failures = failures
        self.beganAt = beganAt
        self.notifiedAt = notifiedAt
    }

    /// The decision about an attempt, before the password is checked.
    package enum Attempt: Equatable, Sendable {
        /// The attempt may proceed. It counts as failed until it succeeds, so that parallel attempts gain nothing over
        /// sequential ones.
        /// - Parameter isLast: if this one fails, unknown sources are refused from then on.
        case counted(UnknownSourceGuard, isLast: Bool)
        case refused(until: Timestamp)
    }

    package func attempt(at now: Timestamp) -> Attempt {
        if let end = refusedUntil(now) { return .refused(until: end) }
        var next = isOver(at: now) ? UnknownSourceGuard(beganAt: now, notifiedAt: notifiedAt) : self
        next.failures += 1
        return .counted(next, isLast: next.failures == UnknownSourceGuard.most)
    }

    /// Until when unknown sources are refused; nil: they may try.
    package func refusedUntil(_ now: Timestamp) -> Timestamp? {
        failures >= UnknownSourceGuard.most && !isOver(at: now) ? end : nil
    }

    /// Whether the account's owner is to be notified that unknown sources are refused: once a day.
    package func mayNotify(at now: Timestamp) -> Bool {
        notifiedAt.map { $0.advanced(by: UnknownSourceGuard.day) <= now || $0 > now } ?? true
    }

    /// When its day ends.
    package var end: Timestamp { beganAt.advanced(by: UnknownSourceGuard.day) }

    /// A day that begins in the future was recorded while the clock ran ahead.
    private func isOver(at now: Timestamp) -> Bool { end <= now || beganAt > now }
}
