package import FairKitCore
import FairKitStore

/// Why following alerts failed or ended.
package enum FollowFailure: Error {
    /// The follower's API key, session or token has ended.
    case keyEnded
    /// The caller is an API key, and the stream is for signed-in people.
    case noAccount
    /// No event has this number: it was never given, or after the state to which the store was restored.
    case notYet
}

/// What comes next in the history of alerts.
package enum NextEvents: Sendable {
    /// At least one event.
    case events([AlertEvent])
    /// No event within the time limit.
    case quiet
    /// The server is stopping.
    case ended
}

extension Alerts {
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
    ) async throws(Refusal<FollowFailure>) -> NextEvents {
        // A follower learns of its token's expiry at once, not with the next event.
        let left = caller.until.map { tenant.now().distance(to: $0) }
        let limit = min(limit, left ?? limit)
        for isFirst in [true, false] {
            let events = try await next(after: number, by: caller)
            if !events.isEmpty { return .events(events) }
            if tenant.feed.isStopped || Task.isCancelled { return .ended }
            if isFirst { await tenant.feed.wait(for: number, atMost: limit) }
        }
        return .quiet
    }

    private func next(after number: Int64, by caller: Caller) async throws(Refusal<FollowFailure>) -> [AlertEvent] {
        try await tenant.read(.readAlertEvents, as: caller, lane: .urgent) {
            (tx, grant) throws(DatabaseError) -> Outcome<[AlertEvent], FollowFailure> in
            if let until = caller.until, until <= grant.now { return .own(.keyEnded) }
            // The key may have been revoked since the follower started.
            guard try tx.isActive(grant.subject, at: grant.now) else { return .own(.keyEnded) }
            return .success(try tx.alertEvents(after: number, limit: Alerts.mostEvents))
        }
    }
}
