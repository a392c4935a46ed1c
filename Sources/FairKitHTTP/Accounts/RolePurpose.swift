import FairKitCore
import FairKitFrame

/// The role of a new key or account, with its patient or laboratory. Keys and accounts share it, so that both refuse
/// the same.
enum RolePurpose {
    case patient(ProfileID)
    /// By the name of the laboratory.
    case laboratory(String)
    case clinician
    case consumer
    case app
    case coordinator
    case administrator

    /// A member that does not belong to the role is a fault, too: the client probably meant another role.
    ///
    /// - Parameter roles: the allowed roles.
    /// - Returns: nil: it is invalid, and a fault is recorded.
    init?(
        role: String, profileId: String?, laboratory: String?, among roles: [RoleName], _ faults: inout Faults
    ) {
        guard let role = RoleName(rawValue: role), roles.contains(role) else {
            faults.record("/role", "one of: " + roles.map(\.rawValue).joined(separator: ", "))
            return nil
        }
        faults.require(profileId == nil || role == .patient, "/profileId", "only valid for the role patient")
        faults.require(laboratory == nil || role == .laboratory, "/laboratory", "only valid for the role laboratory")
        switch role {
        case .patient:
            guard let id = profileId.flatMap({ ProfileID($0) }) else {
                faults.record("/profileId", "the id of the patient's profile")
                return nil
            }
            self = .patient(id)
        case .laboratory:
            guard let laboratory else {
                faults.record("/laboratory", "the laboratory's name")
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
