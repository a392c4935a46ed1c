/// Measures the time since its creation on a monotonic clock.
package struct Stopwatch: Sendable {
    private let read: @Sendable () -> Duration

    package init(_ clock: any Clock<Duration>) {
        read = Stopwatch.reader(of: clock)
    }

    /// The elapsed time.
    package var elapsed: Duration { read() }

    private static func reader<Time: Clock<Duration>>(of clock: Time) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}
