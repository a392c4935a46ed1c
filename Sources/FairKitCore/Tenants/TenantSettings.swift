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
    /// How long a session may go unused until it ends (requirement R4.11).
    package var inactivityLimit: Duration

    /// A client refreshes every 15 minutes, when its access token ends; what is shorter would end sessions that are in use.
    package static let inactivityLimits = Duration.seconds(15 * 60)...Session.longestIdle

    package init(
        registration: Registration = .open, issuedKits: IssuedKits = .selfRegistration,
        inactivityLimit: Duration = Session.longestIdle
    ) {
        self.registration = registration
        self.issuedKits = issuedKits
        self.inactivityLimit = inactivityLimit
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

/// What an administrator changes of the settings; what is nil stays.
package struct TenantSettingsChange: Hashable, Sendable {
    package var registration: TenantSettings.Registration?
    package var issuedKits: TenantSettings.IssuedKits?
    package var inactivityLimit: Duration?

    package init(
        registration: TenantSettings.Registration? = nil, issuedKits: TenantSettings.IssuedKits? = nil,
        inactivityLimit: Duration? = nil
    ) {
        self.registration = registration
        self.issuedKits = issuedKits
        self.inactivityLimit = inactivityLimit
    }
}
