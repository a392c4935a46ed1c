/// A person is in a clinician's care for a period.
package struct CareAssignment: Equatable, Sendable {
    package let id: CareAssignmentID
    /// The clinician's account.
    package let account: AccountID
    package let profile: ProfileID
    package let from: Timestamp
    /// nil: open-ended.
    package let to: Timestamp?
    package let madeBy: ActorID
    package let madeAt: Timestamp
    /// The early end: the actor who ended it, and the time; nil: not ended early.
    package let end: End?

    package struct End: Equatable, Sendable {
        package let by: ActorID
        package let at: Timestamp

        package init(by actor: ActorID, at time: Timestamp) {
            by = actor
            at = time
        }
    }

    package init(
        id: CareAssignmentID, account: AccountID, profile: ProfileID, from: Timestamp, to: Timestamp?,
        madeBy: ActorID, madeAt: Timestamp, end: End? = nil
    ) {
        self.id = id
        self.account = account
        self.profile = profile
        self.from = from
        self.to = to
        self.madeBy = madeBy
        self.madeAt = madeAt
        self.end = end
    }

    /// Whether it is in force at a time.
    package func holds(at now: Timestamp) -> Bool { relation.holds(at: now) }

    package var relation: Relation { Relation(.care, of: account, to: profile, from: from, until: to) }
}

package typealias CareAssignmentID = ID<CareAssignment>
