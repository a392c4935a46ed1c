/// A clock that stands still: a sleeping task sleeps until it is cancelled.
package struct StillClock: Clock {
    package struct Instant: InstantProtocol {
        package var offset = Swift.Duration.zero

        package init(offset: Swift.Duration = .zero) { self.offset = offset }

        package func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }
        package func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
        package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    package init() {}

    package var now: Instant { Instant() }
    package var minimumResolution: Swift.Duration { .zero }

    package func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
        let (never, ends) = AsyncStream.makeStream(of: Void.self)
        defer { ends.finish() }
        for await _ in never {}
        throw CancellationError()
    }
}
