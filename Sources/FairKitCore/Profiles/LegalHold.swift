/// Prevents a person's record from being erased, since a law or a court requires its retention.
package struct LegalHold: Equatable, Sendable {
    /// The administrator's reason, without health data: a case number, the name of a law.
    package let reason: String
    package let since: Timestamp

    package init(reason: String, since: Timestamp) {
        self.reason = reason
        self.since = since
    }

    /// The longest reason, in characters.
    package static let longestReason = 200
}

/// A record that a legal hold keeps.
package struct HeldRecord: Equatable, Sendable {
    package let profile: ProfileID
    package let hold: LegalHold

    package init(_ profile: ProfileID, _ hold: LegalHold) { (self.profile, self.hold) = (profile, hold) }
}
