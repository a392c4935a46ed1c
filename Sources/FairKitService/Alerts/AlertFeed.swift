import FairKitStore

/// Wakes the followers of the alert history when it grows. A follower is the number of the last event that it has seen.
package typealias AlertFeed = CommitFeed<Int64, Int64>

extension AlertFeed {
    convenience init(store: Store, clock: any Clock<Duration>) {
        self.init(0, store: store, clock: clock) { (tx, _) throws(DatabaseError) in
            try tx.lastEventOfAlert()
        } concerns: { newest, seen in
            seen < newest
        }
    }
}
