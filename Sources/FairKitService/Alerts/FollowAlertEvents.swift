package import FairKitCore
package import FairKitStore

/// Follows what happens to alerts and deliveries, from any event on and without gaps. Ids only.
package struct FollowAlertEvents: Sendable {
    private let store: Store
    private let feed: AlertFeed
    private let now: Now

    package init(store: Store, feed: AlertFeed, now: @escaping Now) {
        self.store = store
        self.feed = feed
        self.now = now
    }

    package enum Failure: Error {
        case forbidden
        /// The API key, session or token of the follower ended meanwhile.
        case keyEnded
        /// There is no such event yet: the client has seen another store, or this one before a restore.
        case notYet
        case store(DatabaseError)
    }

    /// What comes next.
    package enum Next: Sendable {
        /// One at least.
        case events([AlertEvent])
        /// Nothing for so long.
        case quiet
        /// The server is stopping.
        case ended
    }

    /// Most events at once.
    private static let limit = 100

    /// The event after which a new follower begins.
    /// - Parameter number: the last event seen; nil: what comes from now on.
    /// - Returns: the last event before the first that is told.
    package func begin(after number: Int64?, by caller: Caller) async throws(Failure) -> Int64 {
        guard caller.subject.may(.readAlertEvents) else { throw .forbidden }
        let newest: Int64
        do {
            newest = try await store.read(in: .urgent) { (tx) throws(DatabaseError) in try tx.lastAlertEvent() }
        } catch { throw .store(error) }
        guard let number else { return newest }
        guard number <= newest else { throw .notYet }
        return number
    }

    /// The events after one, as soon as there are any.
    package func callAsFunction(
        after number: Int64, waitingAtMost limit: Duration, by caller: Caller
    ) async throws(Failure) -> Next {
        guard caller.subject.may(.readAlertEvents) else { throw .forbidden }
        // Who came by a token is told of its end when it comes, and not when the next event does.
        let left = caller.until.map { Duration.milliseconds($0.milliseconds - now().milliseconds) }
        let limit = min(limit, left ?? limit)
        for isFirst in [true, false] {
            let events = try await events(after: number, by: caller)
            if !events.isEmpty { return .events(events) }
            if feed.isStopped || Task.isCancelled { return .ended }
            if isFirst { await feed.wait(beyond: number, atMost: limit) }
        }
        return .quiet
    }

    private func events(after number: Int64, by caller: Caller) async throws(Failure) -> [AlertEvent] {
        let now = now()
        if let until = caller.until, until <= now { throw .keyEnded }
        let events: [AlertEvent]?
        do {
            events = try await store.read(in: .urgent) { (tx) throws(DatabaseError) in
                // A key that was good when it began may have been revoked since.
                if try !tx.isActive(caller.subject, at: now) { return nil }
                return try tx.alertEvents(after: number, limit: FollowAlertEvents.limit)
            }
        } catch { throw .store(error) }
        guard let events else { throw .keyEnded }
        return events
    }
}
