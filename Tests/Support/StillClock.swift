/// A clock on which no time passes: who sleeps by it sleeps until cancelled.
struct StillClock: Clock {
    struct Instant: InstantProtocol {
        var offset = Swift.Duration.zero

        func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    var now: Instant { Instant() }
    var minimumResolution: Swift.Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
        let (never, ends) = AsyncStream.makeStream(of: Void.self)
        defer { ends.finish() }
        for await _ in never {}
        throw CancellationError()
    }
}
