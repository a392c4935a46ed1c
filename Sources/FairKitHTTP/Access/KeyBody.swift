import FairKitCore
import FairKitService

/// What keys look like on the wire.
extension Keys {
    struct Making: Decodable {
        let name: String
        let role: String
        let profileId: String?
        let laboratory: String?
        let scopes: [String]?
        let expiresAt: String?
        let expiresInSeconds: Int?
        let neverExpires: Bool?

        var life: Life { Life(expiresAt: expiresAt, expiresInSeconds: expiresInSeconds, never: neverExpires ?? false) }

        /// nil: all that the role may do.
        func chosenScopes() throws(Invalid) -> Set<Scope>? {
            guard let scopes else { return nil }
            let known = scopes.compactMap { Scope(rawValue: $0) }
            guard known.count == scopes.count else { throw Invalid.scopes(Set(Scope.allCases)) }
            return Set(known)
        }

        func purpose() throws(Invalid) -> KeyPurpose {
            let asked = try RolePurpose(
                role: role, profileId: profileId, laboratory: laboratory, among: RoleName.ofKeys)
            switch asked {
            case .patient(let id): return .patient(id)
            case .laboratory(let name): return .laboratory(name)
            case .clinician: return .clinician
            case .consumer: return .consumer
            case .administrator: return .administrator
            case .coordinator: throw .role(among: RoleName.ofKeys)
            }
        }
    }

    struct Rotating: Decodable {
        let overlapSeconds: Int?
        let expiresAt: String?
        let expiresInSeconds: Int?
        let neverExpires: Bool?

        var life: Life { Life(expiresAt: expiresAt, expiresInSeconds: expiresInSeconds, never: neverExpires ?? false) }
    }

    /// When a key is to end by itself: at a time, so long from now, or never.
    struct Life {
        let expiresAt: String?
        let expiresInSeconds: Int?
        let never: Bool

        func expiry() throws(Invalid) -> Expiry? {
            guard !never else {
                guard expiresAt == nil, expiresInSeconds == nil else {
                    throw Invalid("/neverExpires", "not beside expiresAt or expiresInSeconds")
                }
                return .never
            }
            switch (expiresAt, expiresInSeconds) {
            case (nil, nil): return nil
            case (let text?, nil):
                guard let time = Timestamp(text) else {
                    throw Invalid("/expiresAt", "a time such as 2027-01-31T12:00:00Z")
                }
                return .at(time)
            case (nil, let seconds?):
                guard (1...Expiry.longestLife.components.seconds).contains(Int64(seconds)) else { throw .life }
                return .after(.seconds(seconds))
            default: throw Invalid("/expiresInSeconds", "not beside expiresAt")
            }
        }
    }

    /// A key that was made, with its secret, which is shown this once.
    struct Made: Encodable {
        let id: String
        let key: String
        let name: String
        let role: String
        let scopes: [String]?
        let createdAt: String
        let expiresAt: String?
        var replaces: Replaced?

        init(_ key: APIKey, _ secret: APIKeySecret) {
            id = "\(key.id)"
            self.key = secret.text
            name = key.name
            role = key.role.name.rawValue
            scopes = key.scopes?.sorted().map(\.rawValue)
            createdAt = "\(key.createdAt)"
            expiresAt = key.expiresAt?.description
        }
    }

    /// The key before it, and when that ends.
    struct Replaced: Encodable {
        let id: String
        let revokedAt: String
    }

    struct Revoked: Encodable {
        let id: String
        let active: Bool
    }

    /// A key on the wire.
    struct KeyBody: Encodable {
        let id: String
        let name: String
        let role: String
        let profileId: String?
        let laboratory: String?
        /// Left out: all that the role may do.
        let scopes: [String]?
        let createdAt: String
        let expiresAt: String?
        let revokedAt: String?
        let lastUsedAt: String?
        let active: Bool

        init(_ shown: KeyView) {
            id = "\(shown.key.id)"
            name = shown.key.name
            role = shown.key.role.name.rawValue
            profileId = if case .patient(let id) = shown.key.role { "\(id)" } else { nil }
            laboratory = shown.laboratory
            scopes = shown.key.scopes?.sorted().map(\.rawValue)
            createdAt = "\(shown.key.createdAt)"
            expiresAt = shown.key.expiresAt?.description
            lastUsedAt = shown.usedAt?.description
            revokedAt = shown.key.revokedAt?.description
            active = shown.isActive
        }
    }
}

extension Invalid {
    static func scopes(_ fitting: Set<Scope>) -> Invalid {
        Invalid("/scopes", "one or more of: " + fitting.sorted().map(\.rawValue).joined(separator: ", "))
    }

    static let life = Invalid(
        "/expiresAt", "later than now, and \(Expiry.longestLife.components.seconds / 86_400) days away at most")
}
