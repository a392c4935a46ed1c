/// When a new connection may be tried after one failed: later after each failure, up to a second. Until then callers are
/// refused at once, so that no thread waits for a server that is down.
package struct Backoff {
    private static let first = Duration.milliseconds(50)
    private static let longest = Duration.seconds(1)

    private var delay = Backoff.first
    private var until: ContinuousClock.Instant?

    package init() {}

    /// Whether a connection may be tried.
    package func allows(at now: ContinuousClock.Instant) -> Bool { until.map { $0 <= now } ?? true }

    package mutating func failed(at now: ContinuousClock.Instant) {
        until = now + delay
        delay = min(delay * 2, Backoff.longest)
    }

    package mutating func succeeded() { self = Backoff() }
}
