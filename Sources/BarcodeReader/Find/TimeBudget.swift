/// The time limit of a search, on a clock of the caller.
package struct TimeBudget: Sendable {
    private let now: @Sendable () -> ContinuousClock.Instant
    private let start: ContinuousClock.Instant
    private var limit: Duration

    /// Starts now.
    package init(_ limit: Duration, now: @escaping @Sendable () -> ContinuousClock.Instant) {
        self.now = now
        self.limit = limit
        start = now()
    }

    /// Extends the limit, if less than this is left.
    mutating func leave(_ least: Duration) { limit = max(limit, elapsed + least) }

    /// A watch on the same clock, from now on.
    func stopwatch() -> Stopwatch { Stopwatch(now: now) }

    /// Since the start.
    package var elapsed: Duration { now() - start }
    /// Until the end; negative afterwards.
    package var remaining: Duration { limit - elapsed }
}
