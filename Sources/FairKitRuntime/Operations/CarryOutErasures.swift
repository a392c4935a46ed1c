package import FairKitService
package import Logging
import ServiceLifecycle

/// Erases people for whom that was asked, when the time to cancel it is over. At start, then every ten minutes.
package struct CarryOutErasures: Service {
    private let tenant: Tenancy
    private let logger: Logger

    package init(_ tenant: Tenancy, logger: Logger) {
        self.tenant = tenant
        self.logger = logger
    }

    package func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                do {
                    let count = try await tenant.profiles.carryOutErasures()
                    if count > 0 {
                        logger.notice("people were erased, as was asked for", metadata: ["count": "\(count)"])
                    }
                } catch {
                    logger.error(
                        "people could not be erased; the next attempt is soon", metadata: ["error": "\(error)"])
                }
                try await tenant.clock.sleep(for: .seconds(600))
            }
        }
    }
}
