package import FairKitCore
package import FairKitService
package import FairKitStore
package import Logging
import ServiceLifecycle

/// Backfills new and widened groups with alerts that are already open, a few per transaction, so that no critical
/// result waits for thousands of them. At start it continues where the last process stopped.
package struct BackfillGroups<Time: Clock<Duration>>: Service {
    private let store: Store
    private let waiters: ClaimWaiters
    private let now: Now
    private let clock: Time
    private let logger: Logger

    package init(store: Store, waiters: ClaimWaiters, now: @escaping Now, clock: Time, logger: Logger) {
        self.store = store
        self.waiters = waiters
        self.now = now
        self.clock = clock
        self.logger = logger
    }

    package func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                let isDone = await backfillAll()
                try await clock.sleep(for: .seconds(isDone ? 1 : 10))
            }
        }
    }

    /// - Returns: whether every group is complete.
    private func backfillAll() async -> Bool {
        do {
            // On a full disk it waits, like the creation of groups; `DiskReserveKeeper` reports the full disk.
            guard !store.isDiskFull,
                try await store.read(in: .urgent, { (tx) throws(DatabaseError) in try tx.needsBackfill() })
            else {
                return true
            }
            while !Task.isCancelled, let batch = try await backfillNext() { waiters.wake(batch.count, of: batch.group) }
            return true
        } catch  where error.remedy == .room {
            return true
        } catch {
            logger.error("open alerts could not be backfilled to a group yet", metadata: ["error": "\(error)"])
            return false
        }
    }

    private func backfillNext() async throws(DatabaseError) -> Backfill? {
        let now = now()
        return try await store.write { (tx) throws(DatabaseError) in try tx.backfillNext(at: now) }
    }
}
