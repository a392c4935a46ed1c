import Synchronization

/// A clock whose sleeps take no time and run the test's code.
final class ScriptedClock: Clock {
    struct Instant: InstantProtocol {
        var offset = Swift.Duration.zero

        func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let sleeps = Mutex(0)
    private let onSleep: @Sendable (Int) throws -> Void

    init(_ onSleep: @escaping @Sendable (_ number: Int) throws -> Void) { self.onSleep = onSleep }

    var now: Instant { Instant() }
    var minimumResolution: Swift.Duration { .zero }

    func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
        let number = sleeps.withLock { sleeps in
            sleeps += 1
            return sleeps
        }
        try onSleep(number)
    }
}
