/// The right to choose a password once, through a mailed link, for a new or an existing account.
package struct Invitation: Equatable, Sendable {
    package let id: InvitationID
    /// Confirmation, invitation or password reset.
    package let kind: NoticeKind
    /// In lower case.
    package let email: MailAddress
    /// The account whose password is reset or whose address changes; nil: a new account is created.
    package let account: AccountID?
    /// The role of the new account; nil: a patient who self-registers, and whose profile is created with the account.
    package let role: Role?
    /// The name of the invited person, as the inviter entered it.
    package let name: String?
    /// The inviting administrator, or the server's machine; nil: the person asked for it, or it predates this field.
    package let invitedBy: ActorID?
    /// Whether a second administrator has to approve before the link is sent.
    package var approval: Approval
    package let createdAt: Timestamp
    package let expiresAt: Timestamp

    /// How long an invitation that was not accepted is listed after it has expired, so that it can be sent again.
    package static let kept = Duration.seconds(30 * 86_400)

    /// Stored texts; they never change.
    package enum Approval: String, Sendable, CaseIterable {
        /// No approval is needed.
        case none
        /// No link exists until another administrator, or an operator on the server's machine, approves.
        case awaited
        case given
    }

    package init(
        id: InvitationID, kind: NoticeKind, email: MailAddress, account: AccountID?, role: Role?, name: String? = nil,
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

    /// A new one, valid as long as its mail says.
    package init(
        _ kind: NoticeKind, to email: MailAddress, account: AccountID? = nil, role: Role?, name: String? = nil,
        invitedBy: ActorID? = nil, approval: Approval = .none, at now: Timestamp
    ) {
        self.init(
            id: .new(at: now), kind: kind, email: email, account: account, role: role, name: name, invitedBy: invitedBy,
            approval: approval, createdAt: now, expiresAt: now.advanced(by: kind.lifetime))
    }

    /// The invitation after a second administrator has approved. Its validity begins at that moment, since there was no
    /// link before.
    package func approved(at now: Timestamp) -> Invitation {
        Invitation(
            id: id, kind: kind, email: email, account: account, role: role, name: name, invitedBy: invitedBy,
            approval: .given,
            createdAt: createdAt, expiresAt: now.advanced(by: kind.lifetime))
    }

    /// The facts for the people concerned: no address.
    /// - Parameter inviter: the name of the inviting administrator.
    package func facts(invitedBy inviter: String) -> String {
        """
        name        \(name ?? "-")
        role        \((role?.name ?? .patient).rawValue)
        invited by  \(inviter)
        state       \(approval == .awaited ? "awaits approval by another administrator" : "sent")
        """
    }
}

extension Role {
    /// Whether an account in this role needs a second administrator: it opens other people's records, or creates such
    /// accounts. A patient's first account needs none if it goes to the address that the record already has: the reader of
    /// the mail there is the patient, as far as the clinic knows. A second account does, since its owner sees what the
    /// first sees.
    ///
    /// - Parameters:
    ///   - hadAccount: whether the person has or had an account.
    ///   - isOwnAddress: whether the record has had the address since it was made.
    package func needsSecondAdministrator(hadAccount: Bool, isOwnAddress: Bool) -> Bool {
        switch self {
        case .laboratory, .clinician, .administrator: true
        case .patient: hadAccount || !isOwnAddress
        case .coordinator, .consumer, .app: false
        }
    }
}

package typealias InvitationID = ID<Invitation>
