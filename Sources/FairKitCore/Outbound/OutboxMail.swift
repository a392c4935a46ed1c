/// An outgoing mail, or what is left of it after sending. See decision 0021.
package struct OutboxMail: Equatable, Sendable {
    /// Also the base of its Message-ID, so that a mail sent twice is recognised.
    package let id: MailID
    package let kind: MailKind
    /// What is sent; nil once it is no longer needed.
    package let content: Content?
    package let createdAt: Timestamp
    /// When it is dropped; its link is no longer valid then.
    package let expiresAt: Timestamp
    package let state: State
    /// When the next attempt is due, while it waits.
    package let dueAt: Timestamp?
    package let attempts: Int
    /// The outcome of the last attempt, in short: `postponed 451`.
    package let lastError: String?
    /// When it was sent, refused or dropped.
    package let endedAt: Timestamp?
    /// The invitation whose secret is in the link. The mail is dropped when the invitation is used or revoked. nil for
    /// kinds without a link.
    package let invitation: InvitationID?

    /// The recipient and the text.
    package struct Content: Equatable, Sendable {
        package let recipient: MailAddress
        /// The recipient's.
        package let language: Language
        /// It contains a secret; nil for kinds without one.
        package let link: String?
        /// Names and times, one per line; nil for kinds without facts.
        package let facts: String?

        package init(recipient: MailAddress, language: Language, link: String?, facts: String? = nil) {
            self.recipient = recipient
            self.language = language
            self.link = link
            self.facts = facts
        }
    }

    /// Stored texts; they never change.
    package enum State: String, Sendable, CaseIterable {
        case waiting
        case sent
        /// The mail server refused it. An operator may retry it until it expires.
        case refused
        /// It could not be sent in time.
        case expired
    }

    /// Retention of the entry: thirty days.
    package static let kept = Duration.seconds(30 * 86_400)

    /// The longest pause between two attempts.
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

    /// A new mail, which waits to be sent.
    package init(
        _ kind: MailKind, to recipient: MailRecipient, link: String?, facts: String? = nil,
        of invitation: InvitationID? = nil, at now: Timestamp
    ) {
        self.init(
            id: .new(at: now), kind: kind,
            content: Content(recipient: recipient.address, language: recipient.language, link: link, facts: facts),
            createdAt: now,
            expiresAt: now.advanced(by: kind.lifetime), state: .waiting, dueAt: now, attempts: 0, lastError: nil,
            endedAt: nil, invitation: invitation)
    }

    /// Its subject and body; nil once they are deleted.
    /// - Parameter sender: the name of the tenant that writes.
    package func text(from sender: DisplayName) -> MailText? {
        content.map { MailText(kind, in: $0.language, from: sender, link: $0.link, facts: $0.facts) }
    }
}

extension Backoff {
    /// For a mail that the server postpones: greylisting takes some minutes.
    package static let postponedMail = Backoff(base: .seconds(5), cap: .seconds(900))

    /// For a mail server that is down; the pause applies to all mails together.
    package static let mailServer = Backoff(base: .seconds(2), cap: .seconds(60))
}

package typealias MailID = ID<OutboxMail>
