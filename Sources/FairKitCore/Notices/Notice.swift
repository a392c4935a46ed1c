/// A message to one person, one team or the operator, told once.
package struct Notice: Equatable, Sendable {
    package let id: NoticeID
    package let receiver: Receiver
    package let kind: NoticeKind
    /// The person it is about; nil: none.
    package let profile: ProfileID?
    package let alert: AlertID?
    /// The step of the alert's escalation; 0: none.
    package let step: Int
    package let facts: NoticeFacts
    package let createdAt: Timestamp
    /// It is of no use afterwards.
    package let expiresAt: Timestamp
    package let readAt: Timestamp?
    /// The invitation whose secret is in the link of a mail: the mail is dropped when the invitation is used or revoked.
    package let invitation: InvitationID?

    package enum Receiver: Hashable, Sendable {
        case account(AccountID)
        case team(TeamID)
        /// A patient without an account, by the contact of their profile. See decision 0088.
        case profile(ProfileID)
        /// The contact of the installation's operator.
        case operatorContact
        /// An address, whether or not it has an account; nil once it is deleted. See decision 0149.
        case address(MailRecipient?)

        /// Its stored id.
        package var bytes: [UInt8] {
            switch self {
            case .account(let id): id.bytes
            case .team(let id): id.bytes
            case .profile(let id): id.bytes
            case .operatorContact, .address: [UInt8](repeating: 0, count: 16)
            }
        }

        package var accountID: AccountID? { if case .account(let id) = self { id } else { nil } }

        /// The kind of a receiver. The texts are stored and sent; append only.
        package enum Kind: String, Sendable, CaseIterable {
            case account
            case team
            case profile
            case operatorContact = "operator"
            case address
        }

        package var kind: Kind {
            switch self {
            case .account: .account
            case .team: .team
            case .profile: .profile
            case .operatorContact: .operatorContact
            case .address: .address
            }
        }
    }

    /// How long a person finds it in the history: thirty days (requirement R5.2).
    package static let kept = Duration.seconds(30 * 86_400)

    package init(
        id: NoticeID, to receiver: Receiver, kind: NoticeKind, about profile: ProfileID? = nil,
        alert: AlertID? = nil, step: Int = 0, facts: NoticeFacts, createdAt: Timestamp, expiresAt: Timestamp,
        readAt: Timestamp? = nil, invitation: InvitationID? = nil
    ) {
        self.id = id
        self.receiver = receiver
        self.kind = kind
        self.profile = profile
        self.alert = alert
        self.step = step
        self.facts = facts
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.readAt = readAt
        self.invitation = invitation
    }

    /// A new notice.
    package init(
        to receiver: Receiver, _ kind: NoticeKind, about profile: ProfileID? = nil, alert: AlertID? = nil,
        step: Int = 0, _ facts: NoticeFacts, at now: Timestamp
    ) {
        self.init(
            id: .new(at: now), to: receiver, kind: kind, about: profile, alert: alert, step: step, facts: facts,
            createdAt: now, expiresAt: now.advanced(by: kind.lifetime))
    }

    /// A new mail about an account or a record.
    /// - Parameters:
    ///   - link: contains a secret; nil: the kind has none.
    ///   - lines: names and times, or a code, one a line; nil: the kind has none.
    package init(
        _ kind: NoticeKind, to recipient: MailRecipient, link: String? = nil, lines: String? = nil,
        of invitation: InvitationID? = nil, at now: Timestamp
    ) {
        var facts = NoticeFacts()
        (facts.link, facts.lines) = (link, lines)
        self.init(
            id: .new(at: now), to: .address(recipient), kind: kind, facts: facts, createdAt: now,
            expiresAt: now.advanced(by: kind.lifetime), invitation: invitation)
    }

    /// The address that a mail goes to; nil: it is no such mail, or its text is deleted.
    package var recipient: MailRecipient? { if case .address(let recipient) = receiver { recipient } else { nil } }

    /// The queue in which its sends wait.
    package var lane: NoticeSend.Lane {
        if case .address = receiver { return .accounts }
        return isCritical ? .critical : .others
    }

    /// Whether a reader in a role sees its values. Who reads no results is told none, whatever was stored for them.
    package func showsValues(to role: Role) -> Bool { kind.audience != .staff || role == .clinician }

    /// Whether it breaks through quiet hours and preferences, and goes over all channels at once.
    package var isCritical: Bool { kind.isCritical(facts) }
}

package typealias NoticeID = ID<Notice>
