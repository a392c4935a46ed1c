/// The facts about an API key. The key itself is shown once and never stored.
package struct APIKey: Equatable, Sendable {
    package let id: KeyID
    package let name: String
    package let role: Role
    /// The scopes that narrow the key; nil: everything the role allows, now and in later versions.
    package let scopes: Set<Scope>?
    package let createdAt: Timestamp
    /// When the key was or will be revoked. It lies in the future while clients change over to a rotated key.
    package let revokedAt: Timestamp?
    /// When the key expires; nil: never.
    package let expiresAt: Timestamp?
    /// The minute in which the key was last used; nil: never.
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

    /// When the key stops working, by expiry or revocation; nil: never.
    package var endsAt: Timestamp? { [revokedAt, expiresAt].compactMap(\.self).min() }

    /// Whether the key authenticates requests.
    ///
    /// - Parameter passed: the time that has surely passed, by which the key of a laboratory expires, so that a clock
    ///   that was set cuts off no critical results; nil: it is now.
    package func isActive(at now: Timestamp, passed: Timestamp? = nil) -> Bool {
        let expiry = role.laboratory == nil ? now : passed ?? now
        return revokedAt.map { $0 > now } ?? true && expiresAt.map { $0 > expiry } ?? true
    }
}

package typealias KeyID = ID<APIKey>
