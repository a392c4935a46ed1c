/// What a tenant's administrators decide.
package struct TenantSettings: Hashable, Sendable {
    /// Whether patients make accounts of themselves; else they are invited.
    package enum Registration: String, Sendable, CaseIterable {
        case open
        case closed
    }

    /// Of whom a kit that they register must have been issued (requirements R1.6, R1.9).
    package enum IssuedKits: String, Sendable, CaseIterable {
        case always
        /// Of patients with an account, as long as they make their accounts of themselves: a code alone says little.
        case selfRegistration = "self-registration"
        case never
    }

    package var registration: Registration
    package var issuedKits: IssuedKits

    package init(registration: Registration = .open, issuedKits: IssuedKits = .selfRegistration) {
        self.registration = registration
        self.issuedKits = issuedKits
    }

    /// Whether a kit that somebody registers must have been issued.
    package func requiresIssuedKit(of subject: Subject) -> Bool {
        switch issuedKits {
        case .always: true
        case .selfRegistration: registration == .open && subject.role.name == .patient && subject.account != nil
        case .never: false
        }
    }
}
