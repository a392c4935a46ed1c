package import FairKitService
package import Logging
import ServiceLifecycle

/// Writes every minute, and at the end, when keys were used last.
package struct NoteKeyUses<Time: Clock<Duration>>: Service {
    private let uses: KeyUses
    private let isDiskFull: @Sendable () -> Bool
    private let clock: Time
    private let logger: Logger

    /// - Parameter isDiskFull: whether only what critical alerts need is stored.
    package init(uses: KeyUses, isDiskFull: @escaping @Sendable () -> Bool, clock: Time, logger: Logger) {
        self.uses = uses
        self.isDiskFull = isDiskFull
        self.clock = clock
        self.logger = logger
    }

    package func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                try await clock.sleep(for: .seconds(60))
                await write()
            }
        }
        await write()
    }

    private func write() async {
        // What was not written waits in memory.
        guard !isDiskFull() else { return }
        do { try await uses.write() } catch {
            logger.error("when keys were used could not be written", metadata: ["error": "\(error)"])
        }
    }
}
