package import FairKitService
package import Logging
import ServiceLifecycle

/// Does a piece of a tenant's work at start, then every ten minutes. A piece that fails is tried again the next time.
package struct RepeatedWork: Service {
    /// Does the work that is due, and answers how much that was.
    private let work: @Sendable (Tenancy) async throws -> Int
    /// What the log says of work that was done.
    private let done: Logger.Message
    /// What the log says of work that failed.
    private let failed: Logger.Message
    private let tenant: Tenancy
    private let logger: Logger

    /// Erases patients whose time to cancel the erasure has ended.
    package static func carryOutErasures(_ tenant: Tenancy, logger: Logger) -> RepeatedWork {
        RepeatedWork(
            work: { try await $0.profiles.carryOutErasures() }, done: "people were erased, as was asked for",
            failed: "people could not be erased; the next attempt is soon", tenant: tenant, logger: logger)
    }

    /// Ends kits whose use-by date has passed.
    package static func expireKits(_ tenant: Tenancy, logger: Logger) -> RepeatedWork {
        RepeatedWork(
            work: { try await $0.kits.expire() }, done: "kits have expired",
            failed: "kits could not expire; the next attempt is soon", tenant: tenant, logger: logger)
    }

    package func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                do {
                    let count = try await work(tenant)
                    if count > 0 { logger.notice(done, metadata: ["count": "\(count)"]) }
                } catch {
                    logger.error(failed, metadata: ["error": "\(error)"])
                }
                try await tenant.clock.sleep(for: .seconds(600))
            }
        }
    }
}
