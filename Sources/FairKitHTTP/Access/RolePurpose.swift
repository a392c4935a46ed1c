import FairKitCore

/// The role that a key or an account is to have, with what it is bound to: read here for both, so that both refuse the same.
enum RolePurpose {
    case patient(ProfileID)
    /// By the laboratory's name.
    case laboratory(String)
    case clinician
    case consumer
    case coordinator
    case administrator

    /// - Parameter roles: those that it can have.
    /// - Throws: also if something is there that the role has no use for: whoever sent it meant another one.
    init(role: String, profileId: String?, laboratory: String?, among roles: [RoleName]) throws(Invalid) {
        guard let role = RoleName(rawValue: role), roles.contains(role) else { throw .role(among: roles) }
        guard profileId == nil || role == .patient else { throw Invalid("/profileId", "goes with the role patient") }
        guard laboratory == nil || role == .laboratory else {
            throw Invalid("/laboratory", "goes with the role laboratory")
        }
        switch role {
        case .patient:
            guard let id = profileId.flatMap({ ProfileID($0) }) else {
                throw Invalid("/profileId", "the id of the patient's profile")
            }
            self = .patient(id)
        case .laboratory:
            guard let laboratory else { throw Invalid("/laboratory", "the laboratory's name") }
            self = .laboratory(laboratory)
        case .clinician: self = .clinician
        case .consumer: self = .consumer
        case .coordinator: self = .coordinator
        case .administrator: self = .administrator
        }
    }
}

extension Invalid {
    static func role(among roles: [RoleName]) -> Invalid {
        Invalid("/role", "one of: " + roles.map(\.rawValue).joined(separator: ", "))
    }
}
