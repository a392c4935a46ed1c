/// What a secret that was mailed to somebody lets them do, once: choose a password, for an account that they have or get.
package struct Invitation: Hashable, Sendable {
    package let id: InvitationID
    /// Confirmation, invitation or reset.
    package let kind: MailKind
    /// In small letters.
    package let email: MailAddress
    /// Whose password is reset, or whose address becomes this one; nil: an account is made.
    package let account: AccountID?
    /// What the account is for; nil: a patient who registers, and whose profile is made with the account.
    package let role: Role?
    /// The name of who is invited, as whoever invites has it.
    package let name: String?
    /// The administrator who invites, or the machine; nil: the person asked for it themselves, or it is from before this was noted.
    package let invitedBy: ActorID?
    /// Whether a second administrator has to agree before there is a link.
    package var approval: Approval
    package let createdAt: Timestamp
    package let expiresAt: Timestamp

    /// The texts are stored for ever.
    package enum Approval: String, Sendable, CaseIterable {
        /// None is needed.
        case none
        /// There is no link until another administrator, or the machine, agrees.
        case awaited
        case given
    }

    package init(
        id: InvitationID, kind: MailKind, email: MailAddress, account: AccountID?, role: Role?, name: String? = nil,
        invitedBy: ActorID? = nil, approval: Approval = .none, createdAt: Timestamp, expiresAt: Timestamp
    ) {
        self.id = id
        self.kind = kind
        self.email = email
        self.account = account
        self.role = role
        self.name = name
        self.invitedBy = invitedBy
        self.approval = approval
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }

    /// A new one, as long good as its mail says.
    package init(
        _ kind: MailKind, to email: MailAddress, account: AccountID? = nil, role: Role?, name: String? = nil,
        invitedBy: ActorID? = nil, approval: Approval = .none, at now: Timestamp
    ) {
        self.init(
            id: .new(at: now), kind: kind, email: email, account: account, role: role, name: name, invitedBy: invitedBy,
            approval: approval, createdAt: now, expiresAt: now.advanced(by: kind.lifetime))
    }

    /// The same once a second administrator has agreed: its days begin then, since there was no link before.
    package func approved(at now: Timestamp) -> Invitation {
        Invitation(
            id: id, kind: kind, email: email, account: account, role: role, name: name, invitedBy: invitedBy,
            approval: .given,
            createdAt: createdAt, expiresAt: now.advanced(by: kind.lifetime))
    }

    /// What those are told whom it concerns: ids and times, and no address.
    package var facts: String {
        """
        invitation  \(id)
        role        \((role?.name ?? .patient).rawValue)
        profile     \(role?.profile?.description ?? "-")
        invited by  \(invitedBy.map { $0 == .machine ? "the server's machine" : "account \($0)" } ?? "-")
        state       \(approval == .awaited ? "waits for another administrator" : "sent")
        """
    }
}

extension Role {
    /// Whether one administrator alone may not give an account in this role away: it opens the records of others, or makes more such
    /// accounts. Of a patient's only the first is free, since whoever has a second sees what the first sees.
    ///
    /// - Parameter hadAccount: whether the person has an account, or had one.
    package func needsSecondAdministrator(hadAccount: Bool) -> Bool {
        switch self {
        case .laboratory, .clinician, .administrator: true
        case .patient: hadAccount
        case .coordinator, .consumer, .app: false
        }
    }
}

package typealias InvitationID = ID<Invitation>
