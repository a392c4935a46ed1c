/// That somebody asked for everything about a person to be erased (requirement R4.13). Until it is due, it can be cancelled.
package struct RequestedErasure: Hashable, Sendable {
    package let profile: ProfileID
    /// The account that asked.
    package let actor: ActorID
    package let requestedAt: Timestamp
    /// When it is carried out.
    package let dueAt: Timestamp

    /// The time in which it can be cancelled.
    package static let delay = Duration.seconds(72 * 3600)

    package init(profile: ProfileID, actor: ActorID, requestedAt: Timestamp, dueAt: Timestamp) {
        self.profile = profile
        self.actor = actor
        self.requestedAt = requestedAt
        self.dueAt = dueAt
    }

    /// What those are told whom it concerns: ids and times.
    package var facts: String {
        """
        profile     \(profile)
        asked for   \(requestedAt)
        erased on   \(dueAt)
        """
    }
}
