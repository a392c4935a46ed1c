import Coordination
import ServiceLifecycle

/// Returns freed memory to the system when there is much of it.
///
/// The C library keeps freed memory in each of its arenas, and returns only what lies at an arena's end: after a flood
/// of requests hundreds of megabytes stayed. See decision 0047.
package struct ReturnMemory<Time: Clock<Duration>>: Service {
    private let clock: Time
    private let unused: @Sendable () -> Int
    private let release: @Sendable () -> Void

    /// How often the amount is checked.
    package static var interval: Duration { .seconds(10) }
    /// In bytes. Returning memory takes some milliseconds of a thread, so smaller amounts stay.
    package static var much: Int { 8 << 20 }

    /// - Parameters:
    ///   - unused: resident bytes that the program does not use, including memory that can't be returned. It may block.
    ///   - giveBack: returns freed memory; it may block.
    package init(clock: Time, unused: @escaping @Sendable () -> Int, release: @escaping @Sendable () -> Void) {
        self.clock = clock
        self.unused = unused
        self.release = release
    }

    package func run() async throws {
        try? await cancelWhenGracefulShutdown {
            // The amount that stayed the last time. Only a surplus can be returned.
            var stayed = await onBlockingThread { unused() }
            while true {
                try await clock.sleep(for: ReturnMemory.interval)
                let before = stayed
                stayed = await onBlockingThread {
                    let now = unused()
                    guard now > before + ReturnMemory.much else { return min(now, before) }
                    release()
                    return unused()
                }
            }
        }
    }
}
