/// When a new connection may be tried after one failed: later after each failure, up to a second. Until then callers are
/// refused at once, so that no thread waits for a server that is down.
struct Backoff {
    private static let first = Duration.milliseconds(50)
    private static let longest = Duration.seconds(1)

    private var delay = Backoff.first
    private var until: ContinuousClock.Instant?

    /// Whether a connection may be tried.
    func allows(at now: ContinuousClock.Instant) -> Bool { until.map { $0 <= now } ?? true }

    mutating func failed(at now: ContinuousClock.Instant) {
        until = now + delay
        delay = min(delay * 2, Backoff.longest)
    }

    mutating func succeeded() { self = Backoff() }
}
