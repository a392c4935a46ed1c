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
    ///   - cancelled: by whom and when it was cancelled; nil: it was not.
    package func facts(askedBy name: String, cancelled: (by: String, at: Timestamp)? = nil) -> String {
        """
        asked by   \(name)
        asked for  \(requestedAt)
        \(cancelled.map { "cancelled  \($0.at)\ncancelled by  \($0.by)" } ?? "erased on  \(dueAt)")
        """
    }
}

/// The position of the next page: the last erasure of this one, by the time when it is due.
package struct ErasureCursor: Equatable, Sendable, CustomStringConvertible {
    package let dueAt: Timestamp
    package let profile: ProfileID

    package init(after erasure: RequestedErasure) { (dueAt, profile) = (erasure.dueAt, erasure.profile) }

    package init?(_ text: String) {
        let parts = text.split(separator: "~", omittingEmptySubsequences: false)
        guard parts.count == 2, let time = Int64(parts[0]), let profile = ProfileID(parts[1]) else { return nil }
        (dueAt, self.profile) = (Timestamp(milliseconds: time), profile)
    }

    package var description: String { "\(dueAt.milliseconds)~\(profile)" }
}
