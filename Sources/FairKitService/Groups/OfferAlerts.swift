package import FairKitCore
package import FairKitStore
package import Logging
import ServiceLifecycle

/// Gives groups the open alerts from before they wanted them, some in each transaction, so that no critical result waits for
/// thousands of others. At start it goes on where the last process ended.
package struct OfferAlerts<Time: Clock<Duration>>: Service {
    private let store: Store
    private let bell: AlertBell
    private let now: Now
    private let clock: Time
    private let logger: Logger

    package init(store: Store, bell: AlertBell, now: @escaping Now, clock: Time, logger: Logger) {
        self.store = store
        self.bell = bell
        self.now = now
        self.clock = clock
        self.logger = logger
    }

    package func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                let isDone = await offerAll()
                try await clock.sleep(for: .seconds(isDone ? 1 : 10))
            }
        }
    }

    /// - Returns: whether every group has what it wants.
    private func offerAll() async -> Bool {
        do {
            // On a full disk it waits, as groups that are to be made do; that is said elsewhere.
            guard !store.isDiskFull, try await store.readUrgently({ (tx) throws(DatabaseError) in try tx.owesOffers() })
            else {
                return true
            }
            while !Task.isCancelled, let offer = try await offerNext() { bell.ring(offer.count, of: offer.group) }
            return true
        } catch  where error.remedy == .room {
            return true
        } catch {
            logger.error("open alerts could not be offered to a group yet", metadata: ["error": "\(error)"])
            return false
        }
    }

    private func offerNext() async throws(DatabaseError) -> Offer? {
        let now = now()
        return try await store.write { (tx) throws(DatabaseError) in try tx.offerNext(at: now) }
    }
}
