package import FairKitCore
import FairKitStore

extension Alerts: History {
    /// Most events in one batch.
    private static var mostEvents: Int { 100 }

    /// The event after which a new follower starts.
    ///
    /// - Parameter number: the last event seen; nil: follow only new events.
    /// - Returns: the last event that is not delivered to this follower.
    package func beginFollowing(
        after number: Int64?, by caller: Caller
    ) async throws(Refusal<FollowFailure>) -> Int64 {
        try await tenant.read(.readAlertEvents, as: caller, lane: .urgent) {
            (tx, _) throws(DatabaseError) -> Outcome<Int64, FollowFailure> in
            let newest = try tx.lastAlertEvent()
            guard let number else { return .success(newest) }
            return try tx.isAlertEvent(number) ? .success(number) : .own(.notYet)
        }
    }

    /// The events after a number, as soon as there are any; without gaps, and with ids only.
    package func follow(
        after number: Int64, waitingAtMost limit: Duration, by caller: Caller
    ) async throws(Refusal<FollowFailure>) -> Followed<AlertEvent> {
        try await tenant.feed.next(for: caller, waitingAtMost: limit, at: tenant.now()) {
            () async throws(Refusal<FollowFailure>) in (try await next(after: number, by: caller), number)
        }
    }

    private func next(after number: Int64, by caller: Caller) async throws(Refusal<FollowFailure>) -> [AlertEvent] {
        try await tenant.read(.readAlertEvents, as: caller, lane: .urgent) {
            (tx, grant) throws(DatabaseError) -> Outcome<[AlertEvent], FollowFailure> in
            if let until = caller.until, until <= grant.now { return .own(.keyEnded) }
            // The key may have been revoked since the follower started.
            guard try tx.isActive(grant.subject, at: grant.now) else { return .own(.keyEnded) }
            if try Callers.isLocked(caller, at: grant.now, in: tx) { return .own(.locked) }
            return .success(try tx.alertEvents(after: number, limit: Alerts.mostEvents))
        }
    }
}
