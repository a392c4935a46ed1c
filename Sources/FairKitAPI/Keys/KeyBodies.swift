package import FairKitCore

/// A key on the wire.
package struct KeyBody: Decodable, JSONBody, Sendable {
    package let id: String
    package let name: String
    package let role: String
    package let profileId: String?
    package let laboratory: String?
    /// Omitted: all rights of the role.
    package let scopes: [String]?
    package let createdAt: String
    package let expiresAt: String?
    package let revokedAt: String?
    package let lastUsedAt: String?
    package let active: Bool
    /// The administrator who requested the key, while it waits for approval.
    package let preparedBy: String?

    /// - Parameter laboratory: the name of the key's laboratory.
    package init(
        _ key: APIKey, laboratory: String?, usedAt: Timestamp?, isActive: Bool, preparedBy: ActorID? = nil
    ) {
        self.preparedBy = preparedBy?.description
        id = "\(key.id)"
        name = key.name
        role = key.role.name.rawValue
        profileId = if case .patient(let id) = key.role { "\(id)" } else { nil }
        self.laboratory = laboratory
        scopes = key.scopes?.sorted().map(\.rawValue)
        createdAt = "\(key.createdAt)"
        expiresAt = key.expiresAt?.description
        lastUsedAt = usedAt?.description
        revokedAt = key.revokedAt?.description
        active = isActive
    }
}

/// A new key with its secret, which is shown only once.
package struct MadeKeyBody: Decodable, JSONBody, Sendable {
    package let id: String
    package let key: String
    package let name: String
    package let role: String
    package let scopes: [String]?
    package let createdAt: String
    package let expiresAt: String?
    /// Whether the key becomes valid only when another administrator approves it.
    package let awaitsApproval: Bool
    package var replaces: ReplacedKeyBody?

    package init(_ key: APIKey, _ secret: APIKeySecret, awaitsApproval: Bool) {
        self.awaitsApproval = awaitsApproval
        id = "\(key.id)"
        self.key = secret.text
        name = key.name
        role = key.role.name.rawValue
        scopes = key.scopes?.sorted().map(\.rawValue)
        createdAt = "\(key.createdAt)"
        expiresAt = key.expiresAt?.description
    }
}

/// The replaced key, and when it ends.
package struct ReplacedKeyBody: Decodable, JSONBody, Sendable {
    package let id: String
    /// Absent while the new key waits for approval.
    package let revokedAt: String?

    package init(id: KeyID, revokedAt: Timestamp?) {
        self.id = "\(id)"
        self.revokedAt = revokedAt?.description
    }
}

/// A request for a new key. At most one of `expiresAt`, `expiresInSeconds` and `neverExpires`; with none, the role's
/// default applies.
package struct KeyRequest: Codable, Sendable {
    package let name: String
    package let role: String
    package let profileId: String?
    package let laboratory: String?
    /// nil: all rights of the role.
    package let scopes: [String]?
    package let expiresAt: String?
    package let expiresInSeconds: Int?
    package let neverExpires: Bool?

    package init(
        name: String, role: String, profileId: String? = nil, laboratory: String? = nil, scopes: [String]? = nil,
        expiresAt: String? = nil, expiresInSeconds: Int? = nil, neverExpires: Bool? = nil
    ) {
        self.name = name
        self.role = role
        self.profileId = profileId
        self.laboratory = laboratory
        self.scopes = scopes
        self.expiresAt = expiresAt
        self.expiresInSeconds = expiresInSeconds
        self.neverExpires = neverExpires
    }
}

/// A rotation: how many seconds the old key stays valid, and when the new one expires, as in `KeyRequest`.
package struct KeyRotationRequest: Decodable, Sendable {
    package let overlapSeconds: Int?
    package let expiresAt: String?
    package let expiresInSeconds: Int?
    package let neverExpires: Bool?
}
