/// A scheduled erasure of everything about a person (requirement R4.13). It can be cancelled until it is due.
package struct RequestedErasure: Hashable, Sendable {
    package let profile: ProfileID
    /// The account that requested it.
    package let actor: ActorID
    package let requestedAt: Timestamp
    /// When it is carried out.
    package let dueAt: Timestamp

    /// How long it can be cancelled.
    package static let delay = Duration.seconds(72 * 3600)

    package init(profile: ProfileID, actor: ActorID, requestedAt: Timestamp, dueAt: Timestamp) {
        self.profile = profile
        self.actor = actor
        self.requestedAt = requestedAt
        self.dueAt = dueAt
    }

    /// The text for the people concerned: ids and times.
    package var facts: String {
        """
        profile     \(profile)
        asked for   \(requestedAt)
        erased on   \(dueAt)
        """
    }
}
