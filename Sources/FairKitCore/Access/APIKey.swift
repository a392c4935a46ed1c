/// What is known of an API key; the key itself is shown once and never stored.
package struct APIKey: Hashable, Sendable {
    package let id: KeyID
    package let name: String
    package let role: Role
    /// What of the role's it is for; nil: all of it, also what comes to it later.
    package let scopes: Set<Scope>?
    package let createdAt: Timestamp
    /// When it ends or has ended; later than now while a rotated key's clients change over.
    package let revokedAt: Timestamp?
    /// When it ends, whatever is done with it; nil: never.
    package let expiresAt: Timestamp?
    /// The minute in which it was used last; nil: it was not.
    package let usedAt: Timestamp?

    package init(
        id: KeyID, name: String, role: Role, scopes: Set<Scope>? = nil, createdAt: Timestamp, revokedAt: Timestamp?,
        expiresAt: Timestamp? = nil, usedAt: Timestamp? = nil
    ) {
        self.id = id
        self.name = name
        self.role = role
        self.scopes = scopes
        self.createdAt = createdAt
        self.revokedAt = revokedAt
        self.expiresAt = expiresAt
        self.usedAt = usedAt
    }

    /// When it ends or has ended, by itself or by somebody; nil: it goes on.
    package var endsAt: Timestamp? { [revokedAt, expiresAt].compactMap(\.self).min() }

    /// Whether it opens anything.
    package func isActive(at now: Timestamp) -> Bool { endsAt.map { $0 > now } ?? true }
}

package typealias KeyID = ID<APIKey>
