import Coordination
import ServiceLifecycle

/// Gives memory that was freed back to the system once there is much of it.
///
/// The C library keeps what was freed for the next time, in each of its arenas, and gives back only what lies at an arena's end: after a flood
/// hundreds of megabytes stayed. See the decision `0047-connections-are-bounded`.
package struct ReturnMemory<Time: Clock<Duration>>: Service {
    private let clock: Time
    private let unused: @Sendable () -> Int
    private let giveBack: @Sendable () -> Void

    /// How often it looks.
    package static var interval: Duration { .seconds(10) }
    /// Bytes. It costs some milliseconds of a thread to give memory back, so less is left alone.
    package static var much: Int { 8 << 20 }

    /// - Parameters:
    ///   - unused: bytes in memory that the program does not use: what was freed and kept, and what is never given back. It may block.
    ///   - giveBack: gives back what was freed; it may block.
    package init(clock: Time, unused: @escaping @Sendable () -> Int, giveBack: @escaping @Sendable () -> Void) {
        self.clock = clock
        self.unused = unused
        self.giveBack = giveBack
    }

    package func run() async throws {
        try? await cancelWhenGracefulShutdown {
            // What stayed the last time. Only what has come since can be given back.
            var stayed = await apart { unused() }
            while true {
                try await clock.sleep(for: ReturnMemory.interval)
                let before = stayed
                stayed = await apart {
                    let now = unused()
                    guard now > before + ReturnMemory.much else { return min(now, before) }
                    giveBack()
                    return unused()
                }
            }
        }
    }
}
