/// The settings of one tenant, which its administrators choose.
package struct TenantSettings: Equatable, Sendable {
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
    /// How long a patient does not see a suspect level that no person has verified (requirement R2.12).
    package var suspectHold: Duration
    package var jumpFactors: JumpFactors
    /// By which levels are converted for display.
    package var molarMass: MolarMass
    /// The hosts to which links of news lead, besides the server's public one.
    package var newsHosts: [String]
    /// What people who register are shown; nil: nothing.
    package var consentNotice: ConsentNotice?

    /// The most hosts of news.
    package static let mostNewsHosts = 20

    /// A host as settings have it, in lower case; nil: it is none.
    package static func newsHost(_ text: String) -> String? {
        guard let url = WebhookURL(stored: "https://\(text)"), url.port == nil, url.description.hasSuffix(url.host)
        else { return nil }
        return url.host
    }

    /// Zero: suspect levels are marked, and not held.
    package static let suspectHolds = Duration.zero...Duration.seconds(30 * 86_400)

    /// A client refreshes every 15 minutes, when its access token expires. A shorter limit would end sessions that are in use.
    package static let inactivityLimits = Duration.seconds(15 * 60)...Session.longestIdle

    package init(
        registration: Registration = .open, issuedKits: IssuedKits = .selfRegistration,
        inactivityLimit: Duration = Session.longestIdle, displayName: DisplayName? = nil,
        operatorContact: MailAddress? = nil, forbidsValues: Bool = false,
        suspectHold: Duration = .seconds(86_400), jumpFactors: JumpFactors = .standard,
        molarMass: MolarMass = .kilodaltons52, newsHosts: [String] = []
    ) {
        self.registration = registration
        self.issuedKits = issuedKits
        self.inactivityLimit = inactivityLimit
        self.displayName = displayName
        self.operatorContact = operatorContact
        self.forbidsValues = forbidsValues
        self.suspectHold = suspectHold
        self.jumpFactors = jumpFactors
        self.molarMass = molarMass
        self.newsHosts = newsHosts
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
package struct TenantSettingsChange: Equatable, Sendable {
    package var registration: TenantSettings.Registration?
    package var issuedKits: TenantSettings.IssuedKits?
    package var inactivityLimit: Duration?
    package var displayName: DisplayName?
    package var operatorContact: MailAddress?
    package var forbidsValues: Bool?
    package var suspectHold: Duration?
    package var jumpFactors: [AATUnit: Thousandths]
    package var molarMass: MolarMass?
    package var newsHosts: [String]?
    /// The new text and address; both nil: nothing is shown from now on.
    package var consentNotice: Shown?

    /// What people who register are to be shown.
    package struct Shown: Equatable, Sendable {
        package let text: String?
        package let url: String?

        package init(text: String?, url: String?) {
            self.text = text
            self.url = url
        }
    }

    package init(
        registration: TenantSettings.Registration? = nil, issuedKits: TenantSettings.IssuedKits? = nil,
        inactivityLimit: Duration? = nil, displayName: DisplayName? = nil, operatorContact: MailAddress? = nil,
        forbidsValues: Bool? = nil, suspectHold: Duration? = nil, jumpFactors: [AATUnit: Thousandths] = [:],
        molarMass: MolarMass? = nil, newsHosts: [String]? = nil, consentNotice: Shown? = nil
    ) {
        self.registration = registration
        self.issuedKits = issuedKits
        self.inactivityLimit = inactivityLimit
        self.displayName = displayName
        self.operatorContact = operatorContact
        self.forbidsValues = forbidsValues
        self.suspectHold = suspectHold
        self.jumpFactors = jumpFactors
        self.molarMass = molarMass
        self.newsHosts = newsHosts
        self.consentNotice = consentNotice
    }
}
