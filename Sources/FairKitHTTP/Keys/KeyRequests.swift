import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService

extension KeyRequest {
    var life: KeyLife {
        KeyLife(expiresAt: expiresAt, expiresInSeconds: expiresInSeconds, never: neverExpires ?? false)
    }

    /// nil: all rights of the role.
    func chosenScopes(_ faults: inout Faults) -> Set<Scope>? {
        guard let scopes else { return nil }
        let known = scopes.compactMap { Scope(rawValue: $0) }
        if known.count != scopes.count { faults.record(.scopes(Set(Scope.allCases))) }
        return Set(known)
    }

    /// nil: it is invalid, and a fault is recorded.
    func purpose(_ faults: inout Faults) -> KeyPurpose? {
        let asked = RolePurpose(
            role: role, profileId: profileId, laboratory: laboratory, among: RoleName.ofKeys, &faults)
        switch asked {
        case .patient(let id): return .patient(id)
        case .laboratory(let name): return .laboratory(name)
        case .clinician: return .clinician
        case .consumer: return .consumer
        case .app: return .app
        case .administrator: return .administrator
        // Keys can't have these roles, so they were refused before.
        case .coordinator, nil: return nil
        }
    }
}

extension KeyRotationRequest {
    var life: KeyLife {
        KeyLife(expiresAt: expiresAt, expiresInSeconds: expiresInSeconds, never: neverExpires ?? false)
    }
}

/// When a key expires: at a time, after a duration, or never.
struct KeyLife {
    let expiresAt: String?
    let expiresInSeconds: Int?
    let never: Bool

    func expiry(_ faults: inout Faults) -> Expiry? {
        guard !never else {
            faults.require(
                expiresAt == nil && expiresInSeconds == nil, "/neverExpires",
                "can't be combined with expiresAt or expiresInSeconds")
            return .never
        }
        switch (expiresAt, expiresInSeconds) {
        case (nil, nil): return nil
        case (let text?, nil): return faults.time(text, at: "/expiresAt").map { .at($0) }
        case (nil, let seconds?):
            guard (1...Expiry.longestLife.components.seconds).contains(Int64(seconds)) else {
                faults.record(.keyLife)
                return nil
            }
            return .after(.seconds(seconds))
        default:
            faults.record("/expiresInSeconds", "can't be combined with expiresAt")
            return nil
        }
    }
}

/// A revoked or rotated key.
struct RevokedKeyBody: JSONBody {
    let id: String
    let active: Bool
}

extension KeyBody {
    init(_ shown: KeyView) {
        self.init(
            shown.key, laboratory: shown.laboratory, usedAt: shown.usedAt, isActive: shown.isActive,
            preparedBy: shown.preparedBy)
    }
}
