import FairKitCore
import FairKitStore

extension Notices: History {
    /// Most notices in one batch.
    private static var mostNotices: Int { 100 }

    /// The event after which a new follower starts.
    ///
    /// - Parameter number: the last event seen; nil: follow only new notices.
    package func beginFollowing(
        after number: Int64?, by caller: Caller
    ) async throws(Refusal<FollowFailure>) -> Int64 {
        _ = try person(caller)
        return try await tenant.read(nil, as: caller, lane: .urgent) {
            (tx, _) throws(DatabaseError) -> Outcome<Int64, FollowFailure> in
            let newest = try tx.lastNoticeEvent()
            guard let number else { return .success(newest) }
            return try tx.isNoticeEvent(number) ? .success(number) : .own(.notYet)
        }
    }

    /// The person's notices after an event, as soon as there are any. The audit log records whose data they show.
    package func follow(
        after number: Int64, waitingAtMost limit: Duration, by caller: Caller
    ) async throws(Refusal<FollowFailure>) -> Followed<(number: Int64, view: NoticeView)> {
        let account = try person(caller)
        return try await tenant.noticeFeed.next(for: caller, waitingAtMost: limit, at: tenant.now()) {
            () async throws(Refusal<FollowFailure>) in
            let (notices, newest) = try await next(after: number, to: account, by: caller)
            return (notices, NoticeFollower(account: account, newest: newest))
        }
    }

    private func next(
        after number: Int64, to account: AccountID, by caller: Caller
    ) async throws(Refusal<FollowFailure>) -> (notices: [(number: Int64, view: NoticeView)], newest: Int64) {
        let (name, link) = (tenant.name, tenant.alertLink)
        return try await tenant.read(nil, as: caller, lane: .urgent) {
            (tx, grant) throws(DatabaseError)
                -> Outcome<(notices: [(number: Int64, view: NoticeView)], newest: Int64), FollowFailure> in
            if let until = caller.until, until <= grant.now { return .own(.keyEnded) }
            // The session may have ended since the follower started.
            guard try tx.isActive(grant.subject, at: grant.now),
                let writer = try Notices.noticeWriter(for: account, of: name, link, in: tx)
            else { return .own(.keyEnded) }
            let events = try tx.noticeEvents(of: account, after: number, limit: Notices.mostNotices)
            if !events.isEmpty { grant.logNotices(events.map(\.notice)) }
            return .success((events.map { ($0.number, writer.view($0.notice)) }, try tx.lastNoticeEvent()))
        }
    }

    private func person(_ caller: Caller) throws(Refusal<FollowFailure>) -> AccountID {
        guard let account = caller.subject.account else { throw .own(.noAccount) }
        return account
    }
}
