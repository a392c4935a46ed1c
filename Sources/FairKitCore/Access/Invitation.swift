/// What a secret that was mailed to somebody lets them do, once: choose a password, for an account that they have or get.
package struct Invitation: Hashable, Sendable {
    package let id: InvitationID
    /// Confirmation, invitation or reset.
    package let kind: MailKind
    /// In small letters.
    package let email: MailAddress
    /// Whose password is reset; nil: an account is made.
    package let account: AccountID?
    /// What the account is for; nil: a patient who registers, and whose profile is made with the account.
    package let role: Role?
    package let createdAt: Timestamp
    package let expiresAt: Timestamp

    package init(
        id: InvitationID, kind: MailKind, email: MailAddress, account: AccountID?, role: Role?, createdAt: Timestamp,
        expiresAt: Timestamp
    ) {
        self.id = id
        self.kind = kind
        self.email = email
        self.account = account
        self.role = role
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }

    /// A new one, as long good as its mail says.
    package init(_ kind: MailKind, to email: MailAddress, account: AccountID? = nil, role: Role?, at now: Timestamp) {
        self.init(
            id: .new(at: now), kind: kind, email: email, account: account, role: role, createdAt: now,
            expiresAt: now.advanced(by: kind.lifetime))
    }
}

package typealias InvitationID = ID<Invitation>
