/// A mail that was written and is to be sent, or what is left of one. See the decision `0021-outbox`.
package struct OutboxMail: Hashable, Sendable {
    /// Makes its Message-ID, too: one that is sent twice is known again.
    package let id: MailID
    package let kind: MailKind
    /// What it needs to be sent; nil once that is no longer wanted.
    package let content: Content?
    package let createdAt: Timestamp
    /// When it is given up; its link is worth nothing any more.
    package let expiresAt: Timestamp
    package let state: State
    /// When it is tried next, while it waits.
    package let dueAt: Timestamp?
    package let attempts: Int
    /// What became of the last attempt, in short: `postponed 451`.
    package let lastError: String?
    /// When it was sent, refused or given up.
    package let endedAt: Timestamp?
    /// Whose secret its link holds: the mail is dropped with it, when it is used or withdrawn. nil for a kind that has no link.
    package let invitation: InvitationID?

    /// Who gets it, and what it says.
    package struct Content: Hashable, Sendable {
        package let recipient: MailAddress
        /// Holds a secret; nil for a kind that has none.
        package let link: String?
        /// Ids and times, a line each; nil for a kind that tells of nothing.
        package let facts: String?

        package init(recipient: MailAddress, link: String?, facts: String? = nil) {
            self.recipient = recipient
            self.link = link
            self.facts = facts
        }
    }

    /// The texts are stored for ever.
    package enum State: String, Sendable, CaseIterable {
        case waiting
        case sent
        /// The mail server will not take it. It may be tried again until it expires.
        case refused
        /// It could not be sent in time.
        case expired
    }

    /// How long it is known that a mail was written: thirty days.
    package static let kept = Duration.seconds(30 * 86_400)

    /// No mail is tried again later than this.
    package static let longestPause = max(Backoff.postponedMail.cap, Backoff.mailServer.cap)

    package init(
        id: MailID, kind: MailKind, content: Content?, createdAt: Timestamp, expiresAt: Timestamp, state: State,
        dueAt: Timestamp?, attempts: Int, lastError: String?, endedAt: Timestamp?, invitation: InvitationID? = nil
    ) {
        self.id = id
        self.kind = kind
        self.content = content
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.state = state
        self.dueAt = dueAt
        self.attempts = attempts
        self.lastError = lastError
        self.endedAt = endedAt
        self.invitation = invitation
    }

    /// A new one, which waits to be sent.
    package init(
        _ kind: MailKind, to recipient: MailAddress, link: String?, facts: String? = nil,
        of invitation: InvitationID? = nil, at now: Timestamp
    ) {
        self.init(
            id: .new(at: now), kind: kind, content: Content(recipient: recipient, link: link, facts: facts),
            createdAt: now,
            expiresAt: now.advanced(by: kind.lifetime), state: .waiting, dueAt: now, attempts: 0, lastError: nil,
            endedAt: nil, invitation: invitation)
    }

    /// What it says; nil once that is forgotten.
    package var text: MailText? { content.map { MailText(kind, link: $0.link, facts: $0.facts) } }
}

extension Backoff {
    /// For a mail that the server postpones: greylisting wants some minutes.
    package static let postponedMail = Backoff(base: .seconds(5), cap: .seconds(900))

    /// For a mail server that does not work. It is not asked for each mail.
    package static let mailServer = Backoff(base: .seconds(2), cap: .seconds(60))
}

package typealias MailID = ID<OutboxMail>
