package import FairKitCore
package import FairKitStore
package import Logging
import ServiceLifecycle

/// Deletes data whose retention has ended: grey copies of unread photos, Idempotency-Keys, delivery attempts, notices
/// and mails, and sign-in data. Runs at start and then every hour.
package struct DeleteExpired<Time: Clock<Duration>>: Service {
    private let store: Store
    private let now: Now
    private let clock: Time
    private let logger: Logger

    package init(store: Store, now: @escaping Now, clock: Time, logger: Logger) {
        self.store = store
        self.now = now
        self.clock = clock
        self.logger = logger
    }

    package func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                await deleteAll()
                try await clock.sleep(for: .seconds(3600))
            }
        }
    }

    private func deleteAll() async {
        do {
            let now = now()
            for rows in ExpiredRows.allCases {
                try await delete { (tx) throws(DatabaseError) in try tx.deleteExpired(rows, at: now) }
            }
            if store.isShared {
                try await store.write { (tx) throws(DatabaseError) in try tx.forgetTickets(at: now) }
            }
        } catch {
            // The next hour tries again. Until then data is kept too long, which the operator has to know.
            logger.error("expired data could not be deleted", metadata: ["error": "\(error)"])
        }
    }

    /// - Parameter some: deletes some rows, and returns how many; 0: none are left.
    private func delete(
        _ some: @escaping @Sendable (borrowing WriteTransaction) throws(DatabaseError) -> Int
    ) async throws(DatabaseError) {
        while !Task.isCancelled, try await store.write(some) > 0 {}
    }
}
