/// An emergency access: a clinician opened the record of a person who is not in their care.
package struct BreakGlass: Hashable, Sendable {
    package let id: BreakGlassID
    /// The clinician's account.
    package let account: AccountID
    package let profile: ProfileID
    /// The clinician's reason. It may mention the person's health.
    package let reason: String
    package let openedAt: Timestamp
    /// When the access ends or was ended.
    package let until: Timestamp
    /// When the clinician ended it early.
    package let endedAt: Timestamp?
    /// Which administrator reviewed it, and when.
    package let review: Review?

    package struct Review: Hashable, Sendable {
        package let by: ActorID
        package let at: Timestamp
        /// What they said about it; nil: nothing.
        package let note: String?

        package init(by actor: ActorID, at time: Timestamp, note: String? = nil) {
            by = actor
            at = time
            self.note = note
        }

        /// The longest note, in characters.
        package static let longestNote = 500

        package static func isNote(_ text: String) -> Bool { text.isLongText(longestNote) }
    }

    /// How long the record stays open.
    package static let length = Duration.seconds(3600)
    /// The length of a reason, in code points.
    package static let reasonLength = 10...500

    package init(
        id: BreakGlassID, account: AccountID, profile: ProfileID, reason: String, openedAt: Timestamp,
        until: Timestamp, endedAt: Timestamp? = nil, review: Review? = nil
    ) {
        self.id = id
        self.account = account
        self.profile = profile
        self.reason = reason
        self.openedAt = openedAt
        self.until = until
        self.endedAt = endedAt
        self.review = review
    }

    /// The facts for the mail to administrators.
    package func facts(of clinician: Account?) -> String {
        """
        clinician  \(clinician?.nameInMails ?? "-")
        opened     \(openedAt)
        closes     \(until)
        """
    }

    package var relation: Relation { Relation(.breakGlass, of: account, to: profile, from: openedAt, until: until) }
}

package typealias BreakGlassID = ID<BreakGlass>
