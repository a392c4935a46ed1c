package import FairKitCore

/// A contact point of a team on the wire.
package struct TeamContactBody: Decodable, JSONBody, Sendable {
    package let id: String
    package let kind: String
    /// Masked if it is a secret.
    package let address: String
    package let createdAt: String
    /// When the provider said that it no longer exists.
    package let disabledAt: String?
    /// The last send to it.
    package let lastSend: LastSend?

    package struct LastSend: Decodable, JSONBody, Sendable {
        package let state: String
        package let attempts: Int
        /// The outcome of the last attempt that failed: `gone 404`.
        package let error: String?
        /// When it was sent or given up; nil: it waits.
        package let endedAt: String?
    }

    package init(_ contact: TeamContact) {
        id = "\(contact.contact.id)"
        kind = contact.contact.kind.rawValue
        address = contact.contact.maskedAddress
        createdAt = "\(contact.contact.createdAt)"
        disabledAt = contact.contact.disabled?.at.description
        lastSend = contact.lastSend.map { send in
            LastSend(
                state: send.state.rawValue, attempts: send.attempts, error: send.lastError,
                endedAt: send.endedAt?.description)
        }
    }
}

/// A request to add a contact point to a team.
package struct TeamContactRequest: Decodable, Sendable {
    package let kind: String
    package let address: String
}
