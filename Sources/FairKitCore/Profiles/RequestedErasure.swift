/// A scheduled erasure of everything about a person (requirement R4.13). It can be cancelled until it is due.
package struct RequestedErasure: Equatable, Sendable {
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

    /// The facts for the people concerned.
    /// - Parameters:
    ///   - name: of the account that requested it.
    ///   - cancellation: when it was cancelled; nil: it was not.
    package func facts(askedBy name: String, cancelledAt cancellation: Timestamp? = nil) -> String {
        """
        asked by   \(name)
        asked for  \(requestedAt)
        \(cancellation.map { "cancelled  \($0)" } ?? "erased on  \(dueAt)")
        """
    }
}
