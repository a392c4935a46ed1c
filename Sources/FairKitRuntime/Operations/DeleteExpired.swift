package import FairKitCore
package import FairKitStore
package import Logging
import ServiceLifecycle

/// Deletes what is kept for a time only, when that is over: grey copies of unread photos, Idempotency-Keys, delivery attempts,
/// of which the history of deliveries says enough later on, that mails were written, and what signing in leaves. At start, then every
/// hour.
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
            try await delete { (tx) throws(DatabaseError) in try tx.deleteExpiredPhotos(at: now) }
            try await delete { (tx) throws(DatabaseError) in try tx.forgetExpiredKeys(at: now) }
            let oldest = now.advanced(by: DeliveryAttempt.kept * -1)
            try await delete { (tx) throws(DatabaseError) in try tx.deleteAttempts(before: oldest) }
            let oldestMail = now.advanced(by: OutboxMail.kept * -1)
            try await delete { (tx) throws(DatabaseError) in try tx.forgetMails(before: oldestMail) }
            try await deleteSessions(at: now)
        } catch {
            // The next hour tries again; until then something is kept too long, which an operator has to know.
            logger.error("what has expired could not be deleted", metadata: ["error": "\(error)"])
        }
    }

    private func deleteSessions(at now: Timestamp) async throws(DatabaseError) {
        let (day, kept) = (now.advanced(by: .seconds(-86_400)), now.advanced(by: Session.kept * -1))
        let guarded = now.advanced(by: SignInGuard.memory * -1)
        try await delete { (tx) throws(DatabaseError) in try tx.forgetRefreshTokens(at: now) }
        try await delete { (tx) throws(DatabaseError) in try tx.forgetInvitations(before: now) }
        try await delete { (tx) throws(DatabaseError) in try tx.forgetPreparedKeys(at: now) }
        try await delete { (tx) throws(DatabaseError) in try tx.forgetChallenges(before: day) }
        try await delete { (tx) throws(DatabaseError) in try tx.forgetSignInFailures(before: guarded) }
        let strangers = now.advanced(by: StrangerGuard.memory * -1)
        try await delete { (tx) throws(DatabaseError) in try tx.forgetStrangerFailures(before: strangers) }
        try await delete { (tx) throws(DatabaseError) in try tx.forgetSessions(before: kept) }
        try await delete { (tx) throws(DatabaseError) in try tx.forgetPlaces(before: kept) }
    }

    /// - Parameter some: deletes some, and answers how many; 0: there are no more.
    private func delete(
        _ some: @escaping @Sendable (borrowing WriteTransaction) throws(DatabaseError) -> Int
    ) async throws(DatabaseError) {
        while !Task.isCancelled, try await store.write(some) > 0 {}
    }
}
