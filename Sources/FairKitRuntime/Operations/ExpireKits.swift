package import FairKitService
package import Logging
import ServiceLifecycle

/// Ends kits whose time is over. At start, then every ten minutes.
package struct ExpireKits: Service {
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
                    let count = try await tenant.kits.expire()
                    if count > 0 { logger.info("kits have expired", metadata: ["count": "\(count)"]) }
                } catch {
                    logger.error("kits could not expire; the next attempt is soon", metadata: ["error": "\(error)"])
                }
                try await tenant.clock.sleep(for: .seconds(600))
            }
        }
    }
}
