/// Measures the time since it was made, by a clock that is never set.
package struct Stopwatch: Sendable {
    private let read: @Sendable () -> Duration

    package init(_ clock: any Clock<Duration>) {
        read = Stopwatch.reader(of: clock)
    }

    /// How much time has passed.
    package var elapsed: Duration { read() }

    private static func reader<Time: Clock<Duration>>(of clock: Time) -> @Sendable () -> Duration {
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}
