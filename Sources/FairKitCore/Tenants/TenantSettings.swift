/// The settings of one tenant, which its administrators choose.
package struct TenantSettings: Hashable, Sendable {
    /// Whether patients can register themselves; if not, they are invited.
    package enum Registration: String, Sendable, CaseIterable {
        case open
        case closed
    }

    /// Who can register only kits that were issued (requirements R1.6, R1.9).
    package enum IssuedKits: String, Sendable, CaseIterable {
        case always
        /// Patients with an account, while patients can register themselves: a code alone proves little.
        case selfRegistration = "self-registration"
        case never
    }

    package var registration: Registration
    package var issuedKits: IssuedKits
    /// The inactivity limit of sessions (requirement R4.11).
    package var inactivityLimit: Duration
    /// The name by which people know the tenant; nil: it was not set.
    package var displayName: DisplayName?
    /// The address of the operator, who is told if no clinician acknowledges a critical alert; nil: it was not set, and
    /// the administrators are told.
    package var operatorContact: MailAddress?
    /// Whether messages to people contain no level, name or other value: they say that there is news.
    package var forbidsValues: Bool

    /// A client refreshes every 15 minutes, when its access token expires. A shorter limit would end sessions that are in use.
    package static let inactivityLimits = Duration.seconds(15 * 60)...Session.longestIdle

    package init(
        registration: Registration = .open, issuedKits: IssuedKits = .selfRegistration,
        inactivityLimit: Duration = Session.longestIdle, displayName: DisplayName? = nil,
        operatorContact: MailAddress? = nil, forbidsValues: Bool = false
    ) {
        self.registration = registration
        self.issuedKits = issuedKits
        self.inactivityLimit = inactivityLimit
        self.displayName = displayName
        self.operatorContact = operatorContact
        self.forbidsValues = forbidsValues
    }

    /// Whether this caller can register only kits that were issued.
    package func requiresIssuedKit(of subject: Subject) -> Bool {
        switch issuedKits {
        case .always: true
        case .selfRegistration: registration == .open && subject.role.name == .patient && subject.account != nil
        case .never: false
        }
    }
}

/// A change of the settings; settings that are nil here stay as they are.
package struct TenantSettingsChange: Hashable, Sendable {
    package var registration: TenantSettings.Registration?
    package var issuedKits: TenantSettings.IssuedKits?
    package var inactivityLimit: Duration?
    package var displayName: DisplayName?
    package var operatorContact: MailAddress?
    package var forbidsValues: Bool?

    package init(
        registration: TenantSettings.Registration? = nil, issuedKits: TenantSettings.IssuedKits? = nil,
        inactivityLimit: Duration? = nil, displayName: DisplayName? = nil, operatorContact: MailAddress? = nil,
        forbidsValues: Bool? = nil
    ) {
        self.registration = registration
        self.issuedKits = issuedKits
        self.inactivityLimit = inactivityLimit
        self.displayName = displayName
        self.operatorContact = operatorContact
        self.forbidsValues = forbidsValues
    }
}
