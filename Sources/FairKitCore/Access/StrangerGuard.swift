/// What is remembered of wrong passwords for one account from all places together that it has not signed in from.
///
/// `SignInGuard` locks one place; an attacker who has thousands of them has five tries at each. So all of them together have a hundred tries a
/// day. Places that the account has signed in from neither count nor are refused: else strangers could keep a person out.
package struct StrangerGuard: Hashable, Sendable {
    package var failures: Int
    /// When its day began: with the first failure.
    package var beganAt: Timestamp
    /// When the owner of the account was last told.
    package var toldAt: Timestamp?

    package static let most = 100
    private static let day = Duration.seconds(86_400)
    /// So long after it began it is no longer needed, also not to tell the owner once a day only.
    package static let memory = Duration.seconds(2 * 86_400)

    package init(failures: Int = 0, beganAt: Timestamp, toldAt: Timestamp? = nil) {
        self.failures = failures
        self.beganAt = beganAt
        self.toldAt = toldAt
    }

    /// What an attempt comes to before it is looked at.
    package enum Attempt: Hashable, Sendable {
        /// It may be tried. It counts as failed until it has succeeded, so that many at once are no more than many in turn.
        /// - Parameter isLast: if it fails, strangers are refused from now on.
        case counted(StrangerGuard, isLast: Bool)
        case refused(until: Timestamp)
    }

    package func attempt(at now: Timestamp) -> Attempt {
        if let end = refusedUntil(now) { return .refused(until: end) }
        var next = isOver(at: now) ? StrangerGuard(beganAt: now, toldAt: toldAt) : self
        next.failures += 1
        return .counted(next, isLast: next.failures == StrangerGuard.most)
    }

    /// Until when strangers are refused; nil: they may try.
    package func refusedUntil(_ now: Timestamp) -> Timestamp? {
        failures >= StrangerGuard.most && !isOver(at: now) ? end : nil
    }

    /// Whether the owner of the account is told that strangers are refused: once a day.
    package func mayTell(at now: Timestamp) -> Bool {
        toldAt.map { $0.advanced(by: StrangerGuard.day) <= now || $0 > now } ?? true
    }

    /// When its day ends.
    package var end: Timestamp { beganAt.advanced(by: StrangerGuard.day) }

    /// A day that has not begun yet was noted by a clock that ran ahead.
    private func isOver(at now: Timestamp) -> Bool { end <= now || beganAt > now }
}
