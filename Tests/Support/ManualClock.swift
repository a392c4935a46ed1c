import Coordination

/// A clock that stands still until a test advances it.
package final class ManualClock: Clock {
    package typealias Instant = StillClock.Instant

    private let monitor = Monitor<Instant, Instant, Void>(Instant())

    package init() {}

    package var now: Instant { monitor.withLock { now, _ in now } }
    package var minimumResolution: Duration { .zero }

    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        await monitor.wait(as: deadline, ifCancelled: ()) { now, _ in now < deadline ? nil : () }
        try Task.checkCancellation()
    }

    /// Advances the time, and ends the sleeps that are due.
    package func advance(by duration: Duration) {
        monitor.withLock { now, sleepers in
            now = now.advanced(by: duration)
            let reached = now
            sleepers.wake { $0 <= reached }
        }
    }

    /// Returns when this many tasks sleep.
    package func untilSleeping(_ count: Int) async {
        while monitor.withLock({ _, sleepers in sleepers.count { _ in true } }) < count { await Task.yield() }
    }
}
