package import FairKitService
package import Logging
import ServiceLifecycle

/// Stores the last uses of API keys every minute and when the server stops.
package struct RecordKeyUses<Time: Clock<Duration>>: Service {
    private let uses: KeyUses
    private let isDiskFull: @Sendable () -> Bool
    private let clock: Time
    private let logger: Logger

    /// - Parameter isDiskFull: whether only critical results and their alerts are stored.
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
        // Unstored uses stay in memory.
        guard !isDiskFull() else { return }
        do { try await uses.write() } catch {
            logger.error("the last uses of API keys could not be stored", metadata: ["error": "\(error)"])
        }
    }
}
