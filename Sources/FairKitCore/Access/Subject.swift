import FoundationEssentials

/// Who acts: an API key, with what its role binds it to.
package struct Subject: Hashable, Sendable {
    package let keyID: KeyID
    package let role: Role

    package init(keyID: KeyID, role: Role) {
        self.keyID = keyID
        self.role = role
    }
}

extension ID where Entity == APIKey {
    /// Stands for whoever works on the server's own machine, by commands through its socket: no key, but permission to its
    /// files, let them in. It is the nil UUID of RFC 9562, which no key can have.
    package static var machine: KeyID {
        KeyID(uuid: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
    }

    /// Stands for the server when it sends deliveries of itself: the max UUID of RFC 9562, which no key can
    /// have either. It is never stored: histories leave the actor out of what the server does of itself.
    package static var server: KeyID {
        KeyID(uuid: UUID(uuid: (255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255)))
    }
}

/// What a key is for. A patient's key is bound to one profile, a laboratory's to one laboratory.
package enum Role: Hashable, Sendable {
    case patient(ProfileID)
    case laboratory(LaboratoryID)
    case clinician
    case consumer
    case administrator

    package var name: RoleName {
        switch self {
        case .patient: .patient
        case .laboratory: .laboratory
        case .clinician: .clinician
        case .consumer: .consumer
        case .administrator: .administrator
        }
    }
}

/// A role without what it is bound to.
package enum RoleName: String, Sendable, CaseIterable {
    case patient
    case laboratory
    case clinician
    case consumer
    case administrator
}
