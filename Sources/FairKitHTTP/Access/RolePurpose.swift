import FairKitCore

/// The role that a key or an account is to have, with what it is bound to: read here for both, so that both refuse the same.
enum RolePurpose {
    case patient(ProfileID)
    /// By the laboratory's name.
    case laboratory(String)
    case clinician
    case consumer
    case app
    case coordinator
    case administrator

    /// It is a fault, too, if something is there that the role has no use for: whoever sent it meant another one.
    /// - Parameter roles: those that it can have.
    /// - Returns: nil: it can't be told, which is a fault.
    init?(
        role: String, profileId: String?, laboratory: String?, among roles: [RoleName], _ faults: inout Faults
    ) {
        guard let role = RoleName(rawValue: role), roles.contains(role) else {
            faults.note("/role", "one of: " + roles.map(\.rawValue).joined(separator: ", "))
            return nil
        }
        faults.demand(profileId == nil || role == .patient, "/profileId", "goes with the role patient")
        faults.demand(laboratory == nil || role == .laboratory, "/laboratory", "goes with the role laboratory")
        switch role {
        case .patient:
            guard let id = profileId.flatMap({ ProfileID($0) }) else {
                faults.note("/profileId", "the id of the patient's profile")
                return nil
            }
            self = .patient(id)
        case .laboratory:
            guard let laboratory else {
                faults.note("/laboratory", "the laboratory's name")
                return nil
            }
            self = .laboratory(laboratory)
        case .clinician: self = .clinician
        case .consumer: self = .consumer
        case .app: self = .app
        case .coordinator: self = .coordinator
        case .administrator: self = .administrator
        }
    }
}
