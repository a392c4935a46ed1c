/// When a new connection may be tried after one failed: later after each failure, up to a second. Until then callers are
/// refused at once, so that no thread waits for a server that is down.
///
/// Many threads try at the same moment. Their failures count once.
package struct Backoff {
    private static let first = Duration.milliseconds(50)
    private static let longest = Duration.seconds(1)

    private var delay = Backoff.first
    private var until: ContinuousClock.Instant?
    /// When the last failure was counted.
    private var last: ContinuousClock.Instant?

    /// Every attempt is allowed.
    package init() {}

    /// Whether a connection may be tried.
    package func allows(at now: ContinuousClock.Instant) -> Bool { until.map { $0 <= now } ?? true }

    /// Notes a failure, unless the attempt began before the last failure: then it is the same one.
    /// - Parameter start: when the attempt began.
    package mutating func failed(at now: ContinuousClock.Instant, begun start: ContinuousClock.Instant) {
        if let last, start < last { return }
        last = now
        until = now + delay
        delay = min(delay * 2, Backoff.longest)
    }

    /// Lets the next attempt be made at once.
    package mutating func succeeded() { self = Backoff() }
}
