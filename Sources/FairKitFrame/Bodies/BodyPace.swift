import Hummingbird
import NIOCore
import Synchronization

/// The minimum speed of a photo's body while other requests wait for a photo slot.
package enum BodyPace {
    /// 64 KB a second after the first five seconds. While there are free slots, slow clients are accepted.
    private static let (grace, bytesPerSecond) = (Duration.seconds(5), 65_536)

    /// Whether a body is too slow to keep its slot while others wait.
    package static func isTooSlow(_ bytes: Int, after elapsed: Duration) -> Bool {
        elapsed > grace && bytes < Int((elapsed - grace).components.seconds) * bytesPerSecond + 1
    }
}

/// The number of bytes received so far.
private final class Received: Sendable {
    let bytes = Atomic(0)
}

extension RequestBody {
    /// Collects the body. A slow one loses its slot once other requests want it.
    ///
    /// - Returns: nil if it was too slow.
    func collect(
        upTo limit: Int, within deadline: Duration, givingWayTo concurrency: ConcurrencyLimit
    ) async throws -> ByteBuffer? {
        let (received, clock) = (Received(), ContinuousClock())
        return try await withThrowingTaskGroup(of: ByteBuffer?.self) { race in
            race.addTask {
                var whole = ByteBuffer()
                for try await part in self {
                    guard whole.readableBytes + part.readableBytes <= limit else {
                        throw NIOTooManyBytesError(maxBytes: limit)
                    }
                    whole.writeImmutableBuffer(part)
                    received.bytes.store(whole.readableBytes, ordering: .relaxed)
                }
                return whole
            }
            race.addTask {
                let start = clock.now
                var refusals = concurrency.refusals
                while true {
                    try await clock.sleep(for: .milliseconds(500))
                    let elapsed = start.duration(to: clock.now)
                    let bytes = received.bytes.load(ordering: .relaxed)
                    if elapsed >= deadline { return nil }
                    if concurrency.refusals != refusals, BodyPace.isTooSlow(bytes, after: elapsed) { return nil }
                    refusals = concurrency.refusals
                }
            }
            defer { race.cancelAll() }
            return try await race.next() ?? nil
        }
    }
}
