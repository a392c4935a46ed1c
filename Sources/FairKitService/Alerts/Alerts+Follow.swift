package import FairKitCore
import FairKitStore

/// Why alerts were not followed, or not any further.
package enum FollowFailure: Error {
    /// The API key, session or token of the follower ended meanwhile.
    case keyEnded
    /// There is no such event yet: the client has seen another store, or this one before a restore.
    case notYet
}

/// What comes next in the history of alerts.
package enum NextEvents: Sendable {
    /// One at least.
    case events([AlertEvent])
    /// Nothing for so long.
    case quiet
    /// The server is stopping.
    case ended
}

extension Alerts {
    /// Most events at once.
    private static var mostEvents: Int { 100 }

    /// The event after which a new follower begins.
    /// - Parameter number: the last event seen; nil: what comes from now on.
    /// - Returns: the last event before the first that is told.
    package func beginFollowing(
        after number: Int64?, by caller: Caller
    ) async throws(Refusal<FollowFailure>) -> Int64 {
        try await tenant.read(.readAlertEvents, as: caller, lane: .urgent) {
            (tx, _) throws(DatabaseError) -> Outcome<Int64, FollowFailure> in
            let newest = try tx.lastAlertEvent()
            guard let number else { return .success(newest) }
            return number <= newest ? .success(number) : .own(.notYet)
        }
    }

    /// The events after one, as soon as there are any; without gaps, and ids only.
    package func follow(
        after number: Int64, waitingAtMost limit: Duration, by caller: Caller
    ) async throws(Refusal<FollowFailure>) -> NextEvents {
        // Who came by a token is told of its end when it comes, and not when the next event does.
        let left = caller.until.map { tenant.now().distance(to: $0) }
        let limit = min(limit, left ?? limit)
        for isFirst in [true, false] {
            let events = try await next(after: number, by: caller)
            if !events.isEmpty { return .events(events) }
            if tenant.feed.isStopped || Task.isCancelled { return .ended }
            if isFirst { await tenant.feed.wait(beyond: number, atMost: limit) }
        }
        return .quiet
    }

    private func next(after number: Int64, by caller: Caller) async throws(Refusal<FollowFailure>) -> [AlertEvent] {
        try await tenant.read(.readAlertEvents, as: caller, lane: .urgent) {
            (tx, grant) throws(DatabaseError) -> Outcome<[AlertEvent], FollowFailure> in
            if let until = caller.until, until <= grant.now { return .own(.keyEnded) }
            // A key that was good when it began may have been revoked since.
            guard try tx.isActive(grant.subject, at: grant.now) else { return .own(.keyEnded) }
            return .success(try tx.alertEvents(after: number, limit: Alerts.mostEvents))
        }
    }
}
