import Synchronization

/// A clock on which sleeping advances the time.
package final class PassingClock: Clock {
    package typealias Instant = StillClock.Instant

    /// nil: every sleep ends at once.
    private let time = Mutex<ManualTime?>(nil)

    package init() {}

    /// Advances a time from now on.
    package func advance(_ time: ManualTime) { self.time.withLock { $0 = time } }

    package var now: Instant { Instant() }
    package var minimumResolution: Duration { .zero }

    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        time.withLock { $0 }?.advance(by: now.duration(to: deadline))
    }
}
