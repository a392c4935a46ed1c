package import FairKitCore

/// An account on the wire.
package struct AccountBody: Codable, Sendable {
    package let id: String
    package let email: String
    package let role: String
    package let profileId: String?
    package let laboratory: String?
    package let state: String
    package let createdAt: String
    package let mfaEnabled: Bool

    /// - Parameter laboratory: the name of the laboratory that it is bound to.
    package init(_ account: Account, laboratory: String?) {
        id = "\(account.id)"
        email = "\(account.email)"
        role = account.role.name.rawValue
        profileId = account.role.profile?.description
        self.laboratory = laboratory
        state = account.state.rawValue
        createdAt = "\(account.createdAt)"
        mfaEnabled = account.secondFactorSince != nil
    }
}

/// An invitation, without its secret: only the mail has that.
package struct InvitationBody: Codable, Sendable {
    package let id: String
    package let email: String
    package let role: String
    package let profileId: String?
    /// `sent`, or `awaitingApproval`: another administrator has to agree before there is a mail.
    package let state: String
    /// The account that invites; absent for the machine and for keys.
    package let invitedBy: String?
    package let createdAt: String
    package let expiresAt: String

    package init(_ invitation: Invitation) {
        id = "\(invitation.id)"
        email = "\(invitation.email)"
        role = (invitation.role?.name ?? .patient).rawValue
        profileId = invitation.role?.profile?.description
        state = invitation.approval == .awaited ? "awaitingApproval" : "sent"
        invitedBy = invitation.invitedBy.flatMap { $0 == .machine ? nil : "\($0)" }
        createdAt = "\(invitation.createdAt)"
        expiresAt = "\(invitation.expiresAt)"
    }
}

/// What a tenant's administrators decide; of a request, what they change.
package struct SettingsBody: Codable, Sendable {
    package let registration: String?
    package let issuedKits: String?

    package init(registration: String? = nil, issuedKits: String? = nil) {
        self.registration = registration
        self.issuedKits = issuedKits
    }

    package init(_ settings: TenantSettings) {
        registration = settings.registration.rawValue
        issuedKits = settings.issuedKits.rawValue
    }
}

/// Whom to invite, and to what: a profile's id for a patient, a laboratory's name for a laboratory.
package struct InvitationRequest: Codable, Sendable {
    package let email: String
    package let role: String
    package let profileId: String?
    package let laboratory: String?

    package init(email: String, role: String, profileId: String?, laboratory: String?) {
        self.email = email
        self.role = role
        self.profileId = profileId
        self.laboratory = laboratory
    }
}
