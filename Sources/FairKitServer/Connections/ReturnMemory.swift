import CMemory
import Coordination
import ServiceLifecycle

/// Gives memory back to the system once many connections were closed.
///
/// The C library keeps what was freed for the next time, in each of its arenas, and gives back only what lies at an arena's end: after a flood
/// hundreds of megabytes stayed.
struct ReturnMemory<Time: Clock<Duration>>: Service {
    private let connections: ConnectionTable
    private let clock: Time

    /// How often it looks.
    private static var interval: Duration { .seconds(10) }
    /// Fewer closed connections leave little behind: it costs some milliseconds of a thread to give that back.
    private static var many: Int { 50 }

    init(after connections: ConnectionTable, clock: Time) {
        self.connections = connections
        self.clock = clock
    }

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            var wereMany = false
            while true {
                try await clock.sleep(for: ReturnMemory.interval)
                let areMany = connections.takeClosed() >= ReturnMemory.many
                // Once more a while after the last of them: what they had asked for is worked off first.
                if areMany || wereMany { await apart { returnFreedMemory() } }
                wereMany = areMany
            }
        }
    }
}

/// Has the C library give back to the system what was freed, in the middle of its arenas, too. It takes some milliseconds.
@Sendable func returnFreedMemory() { _ = malloc_trim(0) }
