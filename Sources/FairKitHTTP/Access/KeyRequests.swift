import FairKitAPI
import FairKitCore
import FairKitService

extension KeyRequest {
    var life: KeyLife {
        KeyLife(expiresAt: expiresAt, expiresInSeconds: expiresInSeconds, never: neverExpires ?? false)
    }

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

extension KeyRotationRequest {
    var life: KeyLife {
        KeyLife(expiresAt: expiresAt, expiresInSeconds: expiresInSeconds, never: neverExpires ?? false)
    }
}

/// When a key is to end by itself: at a time, so long from now, or never.
struct KeyLife {
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

/// A key that has ended.
struct RevokedKeyBody: Encodable {
    let id: String
    let active: Bool
}

extension KeyBody {
    init(_ shown: KeyView) {
        self.init(shown.key, laboratory: shown.laboratory, usedAt: shown.usedAt, isActive: shown.isActive)
    }
}

extension Invalid {
    static func scopes(_ fitting: Set<Scope>) -> Invalid {
        Invalid("/scopes", "one or more of: " + fitting.sorted().map(\.rawValue).joined(separator: ", "))
    }

    static let life = Invalid(
        "/expiresAt", "later than now, and \(Expiry.longestLife.components.seconds / 86_400) days away at most")
}
