import Synchronization

/// A clock on which sleeping advances the time.
package final class PassingClock: Clock {
    package typealias Instant = StillClock.Instant

    /// nil: every sleep ends at once.
    package let time = Mutex<ManualTime?>(nil)

    package init() {}

    package var now: Instant { Instant() }
    package var minimumResolution: Duration { .zero }

    package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        time.withLock { $0 }?.advance(by: now.duration(to: deadline))
    }
}
