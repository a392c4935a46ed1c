package import FairKitCore

/// An account on the wire.
package struct AccountBody: Decodable, JSONBody, Sendable {
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
    package let lockedUntil: String?
    package let mfaEnabled: Bool

    /// - Parameters:
    ///   - laboratory: the name of the account's laboratory.
    ///   - signedInAt: the last sign-in; nil: never.
    ///   - lockedUntil: nil: it is not locked.
    package init(_ account: Account, laboratory: String?, signedInAt: Timestamp?, lockedUntil: Timestamp? = nil) {
        id = "\(account.id)"
        email = "\(account.email)"
        name = account.details.name
        phone = account.details.phone
        language = account.details.language.rawValue
        lastSignInAt = signedInAt?.description
        self.lockedUntil = lockedUntil?.description
        role = account.role.name.rawValue
        profileId = account.role.profile?.description
        self.laboratory = laboratory
        state = account.state.rawValue
        createdAt = "\(account.createdAt)"
        mfaEnabled = account.secondFactorSince != nil
    }
}

/// An invitation without its secret, which only the mail holds.
package struct InvitationBody: Decodable, JSONBody, Sendable {
    package let id: String
    package let email: String
    package let name: String?
    package let role: String
    package let profileId: String?
    /// `sent`, `expired`, or `awaitingApproval`: another administrator has to approve it before the mail is sent.
    package let state: String
    /// The inviting account; absent for commands on the server and for keys.
    package let invitedBy: String?
    package let createdAt: String
    package let expiresAt: String

    package init(_ invitation: Invitation, at now: Timestamp) {
        id = "\(invitation.id)"
        email = "\(invitation.email)"
        name = invitation.name
        role = (invitation.role?.name ?? .patient).rawValue
        profileId = invitation.role?.profile?.description
        state = invitation.expiresAt <= now ? "expired" : invitation.approval == .awaited ? "awaitingApproval" : "sent"
        invitedBy = invitation.invitedBy.flatMap { $0 == .machine ? nil : "\($0)" }
        createdAt = "\(invitation.createdAt)"
        expiresAt = "\(invitation.expiresAt)"
    }
}

/// A notice that people who register are shown. A request has no id.
package struct ConsentNoticeBody: Decodable, JSONBody, Sendable {
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
