/// A clock on which every sleep ends at once.
package struct InstantClock: Clock {
    package typealias Instant = StillClock.Instant

    package init() {}

    package var now: Instant { Instant() }
    package var minimumResolution: Swift.Duration { .zero }

    package func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {}
}
