import FairKitCore

/// A history of numbered entries, which callers follow.
package protocol History<Entry>: Sendable {
    associatedtype Entry: Sendable

    /// The entry after which a new follower starts.
    ///
    /// - Parameter number: the last entry seen; nil: follow only new ones.
    /// - Returns: the last entry that is not delivered to this follower.
    func beginFollowing(after number: Int64?, by caller: Caller) async throws(Refusal<FollowFailure>) -> Int64

    /// The entries after a number, as soon as there are any.
    func follow(
        after number: Int64, waitingAtMost limit: Duration, by caller: Caller
    ) async throws(Refusal<FollowFailure>) -> Followed<Entry>
}

/// Why following a history failed or ended.
package enum FollowFailure: Error {
    /// The follower's API key, session or token has ended.
    case keyEnded
    /// The page's session was not used for as long as the tenant allows.
    case locked
    /// The caller is an API key, and the stream is for signed-in people.
    case noAccount
    /// No entry has this number: it was never given, or after the state to which the store was restored.
    case notYet
}

/// The continuation of a history.
package enum Followed<Entry: Sendable>: Sendable {
    /// At least one.
    case entries([Entry])
    /// None within the time limit.
    case quiet
    /// The server is stopping.
    case ended
}

extension CommitFeed {
    /// The next entries of a history that grows with commits.
    ///
    /// - Parameter read: the entries that are there, and the follower that waits if there are none.
    func next<Entry>(
        for caller: Caller, waitingAtMost limit: Duration, at now: Timestamp,
        _ read: () async throws(Refusal<FollowFailure>) -> ([Entry], Follower)
    ) async throws(Refusal<FollowFailure>) -> Followed<Entry> {
        // A follower learns of its token's expiry at once, not with the next entry.
        let limit = min(limit, caller.until.map { now.distance(to: $0) } ?? limit)
        for isFirst in [true, false] {
            let (entries, follower) = try await read()
            if !entries.isEmpty { return .entries(entries) }
            if isStopped || Task.isCancelled { return .ended }
            if isFirst { await wait(for: follower, atMost: limit) }
        }
        return .quiet
    }
}
