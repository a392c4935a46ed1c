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

/// The secret of an API key: `fk_` and 32 random bytes in base64url (RFC 4648, section 5).
package struct APIKeySecret: Sendable {
    package let bytes: [UInt8]

    package static let length = 32
    private static let prefix = "fk_"

    /// - Parameter bytes: 32; nil otherwise.
    package init?(bytes: [UInt8]) {
        guard bytes.count == APIKeySecret.length else { return nil }
        self.bytes = bytes
    }

    /// Reads a key as a client sends it; nil for anything that can't be one.
    package init?(_ text: String) {
        guard text.hasPrefix(APIKeySecret.prefix), text.utf8.count == 46 else { return nil }
        guard let bytes = FairKitCore.bytes(base64URL: text.dropFirst(APIKeySecret.prefix.count)) else { return nil }
        self.init(bytes: bytes)
    }

    /// The text to show once. It is not the description, so that no log line holds it by accident.
    package var text: String { APIKeySecret.prefix + base64URL(bytes) }
}
