import FairKitCore
import FairKitStore

/// Wakes the people who follow their notices; each commit wakes only those who were told something.
package typealias NoticeFeed = CommitFeed<LatestNotices, NoticeFollower>

/// A person who follows their notices.
package struct NoticeFollower: Sendable {
    let account: AccountID
    /// The newest event when the follower last looked.
    let newest: Int64
}

/// The accounts that were told something, in the latest events.
package struct LatestNotices: Sendable {
    /// The newest event that was looked at.
    private(set) var newest: Int64 = 0
    /// The last event of each account.
    private var last: [AccountID: Int64] = [:]
    /// Followers who looked before this event have to look again: `last` does not reach so far back.
    private var floor: Int64 = 0

    /// How many accounts are remembered, and how many events are read at once.
    private static let most = 10_000

    /// The latest notices after another look.
    func after(_ tx: borrowing ReadTransaction) throws(DatabaseError) -> LatestNotices {
        let notified = try tx.accountsNotified(after: newest, limit: LatestNotices.most + 1)
        var next = self
        next.newest = try tx.lastNoticeEvent()
        if notified.count > LatestNotices.most || last.count > LatestNotices.most {
            next.last = [:]
            next.floor = next.newest
        } else {
            for (account, number) in notified { next.last[account] = number }
        }
        return next
    }

    func concern(_ follower: NoticeFollower) -> Bool {
        follower.newest < floor || last[follower.account].map { $0 > follower.newest } ?? false
    }
}

extension NoticeFeed {
    convenience init(store: Store, clock: any Clock<Duration>) {
        self.init(LatestNotices(), store: store, clock: clock) { (tx, known) throws(DatabaseError) in
            try known.after(tx)
        } concerns: { known, follower in
            known.concern(follower)
        }
    }
}
