package import FairKitService
package import Logging
import ServiceLifecycle

/// Brings the search index of people up to date within a second of each change, and indexes an older store after an
/// update. A search works meanwhile, and says if it may miss people. See decision 0101.
package struct IndexPeople: Service {
    private let tenant: Tenancy
    private let logger: Logger

    package init(_ tenant: Tenancy, logger: Logger) {
        self.tenant = tenant
        self.logger = logger
    }

    package func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                let isDone = await indexAll()
                try await tenant.clock.sleep(for: .seconds(isDone ? 1 : 10))
            }
        }
    }

    /// - Returns: whether nothing failed.
    private func indexAll() async -> Bool {
        do {
            let count = try await tenant.profiles.index()
            if count >= IndexPeople.many {
                logger.notice("the search index of people is up to date", metadata: ["count": "\(count)"])
            }
            return true
        } catch {
            logger.error("people could not be indexed for the search yet", metadata: ["error": "\(error)"])
            return false
        }
    }

    /// From so many people on, an operator wants to know that it is done.
    private static let many = 1000
}
