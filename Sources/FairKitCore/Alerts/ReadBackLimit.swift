/// Limits the wrong read-backs of one alert by one account, so that no account finds out by guessing who a patient is.
///
/// It is counted for each account, so one person's guesses never hinder another. See decision 0129.
package struct ReadBackLimit: Equatable, Sendable {
    /// How many read-backs were wrong.
    package let failures: Int
    /// When the last one was.
    package let lastAt: Timestamp?

    /// So many may be wrong before the next one has to wait.
    package static let free = Acknowledgement.mostFailures
    /// After so many, each further one takes a new sign-in.
    package static let most = 10
    private static let firstPause = Duration.seconds(10)
    private static let longestPause = Duration.seconds(15 * 60)

    package init(failures: Int, lastAt: Timestamp?) {
        self.failures = failures
        self.lastAt = lastAt
    }

    package enum Verdict: Hashable, Sendable {
        case allowed
        case wait(Duration)
        case signInAgain
    }

    /// - Parameter signedInAt: when the caller's session began; nil: it has none.
    package func verdict(signedInAt: Timestamp?, at now: Timestamp) -> Verdict {
        guard failures >= ReadBackLimit.free, let lastAt else { return .allowed }
        // After the clock was set back, no caller waits for the old time.
        guard lastAt <= now else { return .allowed }
        if failures >= ReadBackLimit.most, signedInAt.map({ $0 <= lastAt }) ?? true { return .signInAgain }
        let end = lastAt.advanced(by: pause)
        return now < end ? .wait(now.distance(to: end)) : .allowed
    }

    private var pause: Duration {
        min(ReadBackLimit.firstPause * (1 << min(failures - ReadBackLimit.free, 10)), ReadBackLimit.longestPause)
    }
}
