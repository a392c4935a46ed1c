/// Keeps a person's record from being erased, since the law or a court demands that it is kept.
package struct LegalHold: Hashable, Sendable {
    /// Why, in an administrator's words, which tell nothing of anybody's health: the number of a case, the name of a law.
    package let reason: String
    package let since: Timestamp

    package init(reason: String, since: Timestamp) {
        self.reason = reason
        self.since = since
    }

    /// Longest reason, in characters.
    package static let longestReason = 200
}
