package import FairKitCore

/// An account on the wire.
package struct AccountBody: Codable, Sendable {
    package let id: String
    package let email: String
    package let name: String?
    package let phone: String?
    package let language: String
    package let role: String
    package let profileId: String?
    package let laboratory: String?
    package let state: String
    package let createdAt: String
    package let lastSignInAt: String?
    package let mfaEnabled: Bool

    /// - Parameters:
    ///   - laboratory: the name of the account's laboratory.
    ///   - signedInAt: the last sign-in; nil: never.
    package init(_ account: Account, laboratory: String?, signedInAt: Timestamp?) {
        id = "\(account.id)"
        email = "\(account.email)"
        name = account.details.name
        phone = account.details.phone
        language = account.details.language.rawValue
        lastSignInAt = signedInAt?.description
        role = account.role.name.rawValue
        profileId = account.role.profile?.description
        self.laboratory = laboratory
        state = account.state.rawValue
        createdAt = "\(account.createdAt)"
        mfaEnabled = account.secondFactorSince != nil
    }
}

/// An invitation without its secret, which only the mail holds.
package struct InvitationBody: Codable, Sendable {
    package let id: String
    package let email: String
    package let name: String?
    package let role: String
    package let profileId: String?
    /// `sent`, or `awaitingApproval`: another administrator has to approve it before the mail is sent.
    package let state: String
    /// The inviting account; absent for commands on the server and for keys.
    package let invitedBy: String?
    package let createdAt: String
    package let expiresAt: String

    package init(_ invitation: Invitation) {
        id = "\(invitation.id)"
        email = "\(invitation.email)"
        name = invitation.name
        role = (invitation.role?.name ?? .patient).rawValue
        profileId = invitation.role?.profile?.description
        state = invitation.approval == .awaited ? "awaitingApproval" : "sent"
        invitedBy = invitation.invitedBy.flatMap { $0 == .machine ? nil : "\($0)" }
        createdAt = "\(invitation.createdAt)"
        expiresAt = "\(invitation.expiresAt)"
    }
}

/// A tenant's settings. A request holds those that it changes.
package struct SettingsBody: Codable, Sendable {
    package let registration: String?
    package let issuedKits: String?
    /// How long an unused session stays valid.
    package let inactivityMinutes: Int?
    /// The name by which people know the tenant.
    package let displayName: String?
    /// The address that is told if no clinician acknowledges a critical alert.
    package let operatorContact: String?
    /// Whether messages to people contain no values.
    package let forbidValues: Bool?
    /// How long a patient does not see a suspect level that no person has verified.
    package let suspectHoldHours: Int?
    /// By unit, the factor by which a level must differ from the last one to be suspect.
    package let jumpFactors: [String: ExactNumber]?
    /// In kilodaltons: by which levels are converted.
    package let molarMass: Int?
    /// The hosts to which links of news lead.
    package let newsHosts: [String]?
    /// What people who register are shown.
    package var consentNotice: ConsentNoticeBody?

    package init(
        registration: String? = nil, issuedKits: String? = nil, inactivityMinutes: Int? = nil,
        displayName: String? = nil, operatorContact: String? = nil, forbidValues: Bool? = nil,
        suspectHoldHours: Int? = nil, jumpFactors: [String: ExactNumber]? = nil, molarMass: Int? = nil,
        newsHosts: [String]? = nil
    ) {
        self.registration = registration
        self.issuedKits = issuedKits
        self.inactivityMinutes = inactivityMinutes
        self.displayName = displayName
        self.operatorContact = operatorContact
        self.forbidValues = forbidValues
        self.suspectHoldHours = suspectHoldHours
        self.jumpFactors = jumpFactors
        self.molarMass = molarMass
        self.newsHosts = newsHosts
    }

    package init(_ settings: TenantSettings, of tenant: TenantName) {
        registration = settings.registration.rawValue
        issuedKits = settings.issuedKits.rawValue
        inactivityMinutes = Int(settings.inactivityLimit.components.seconds / 60)
        displayName = (settings.displayName ?? DisplayName(of: tenant)).text
        operatorContact = settings.operatorContact?.description
        forbidValues = settings.forbidsValues
        suspectHoldHours = Int(settings.suspectHold.components.seconds / 3600)
        jumpFactors = Dictionary(
            uniqueKeysWithValues: AATUnit.allCases.map { ($0.rawValue, .thousandths(settings.jumpFactors[unit: $0])) })
        molarMass = Int(settings.molarMass.rawValue)
        newsHosts = settings.newsHosts
        consentNotice = settings.consentNotice.map { ConsentNoticeBody($0) }
    }
}

/// What people who register are shown. A request has no id.
package struct ConsentNoticeBody: Codable, Sendable {
    package let id: String?
    package let text: String?
    package let url: String?

    package init(_ notice: ConsentNotice) {
        id = "\(notice.id)"
        text = notice.text
        url = notice.url
    }
}

/// The invitee's role and address, with the patient's profile id or the laboratory's name.
package struct InvitationRequest: Codable, Sendable {
    package let email: String
    package let name: String?
    package let role: String
    package let profileId: String?
    package let laboratory: String?

    package init(email: String, name: String?, role: String, profileId: String?, laboratory: String?) {
        self.email = email
        self.name = name
        self.role = role
        self.profileId = profileId
        self.laboratory = laboratory
    }
}
