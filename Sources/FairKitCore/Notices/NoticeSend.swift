/// One notice over one channel to one contact point: a row with its outcome.
package struct NoticeSend: Equatable, Sendable {
    package let id: NoticeSendID
    package let notice: NoticeID
    package let channel: ContactKind
    /// nil: the account's own e-mail address, the operator's, or the address or number of a profile.
    package let contact: ContactPointID?
    package let lane: Lane
    package let state: State
    /// When the next attempt is due, while it waits.
    package let dueAt: Timestamp?
    package let expiresAt: Timestamp
    package let attempts: Int
    /// The outcome of the last failed attempt: `postponed 503`. Never a word of the provider's.
    package let lastError: String?
    /// The provider's id of the message, by which a receipt names it.
    package let reference: String?
    package let endedAt: Timestamp?

    /// The texts are stored; append only.
    package enum State: String, Sendable, CaseIterable {
        case waiting
        /// The provider accepted it.
        case sent
        /// The provider reported that it arrived.
        case delivered
        /// It will not arrive: refused, expired, or reported as undelivered.
        case failed
        /// The alert ended before it was sent.
        case cancelled
    }

    /// The queues of a channel: none waits for another one. The numbers are stored; append only.
    package enum Lane: Int, Sendable, CaseIterable {
        /// About critical alerts.
        case critical
        case others
        /// Mails about accounts and records.
        case accounts
    }

    package init(
        id: NoticeSendID, notice: NoticeID, channel: ContactKind, contact: ContactPointID?, lane: Lane,
        state: State = .waiting, dueAt: Timestamp?, expiresAt: Timestamp, attempts: Int = 0, lastError: String? = nil,
        reference: String? = nil, endedAt: Timestamp? = nil
    ) {
        self.id = id
        self.notice = notice
        self.channel = channel
        self.contact = contact
        self.lane = lane
        self.state = state
        self.dueAt = dueAt
        self.expiresAt = expiresAt
        self.attempts = attempts
        self.lastError = lastError
        self.reference = reference
        self.endedAt = endedAt
    }

    /// The longest pause between two attempts.
    package static let longestPause = max(Backoff.notice(.accounts).cap, Backoff.mailServer.cap)

    /// A new send, which is due at once.
    package init(of notice: Notice, over way: NoticeWay) {
        self.init(
            id: .new(at: notice.createdAt), notice: notice.id, channel: way.channel, contact: way.contact,
            lane: notice.lane, dueAt: notice.createdAt, expiresAt: notice.expiresAt)
    }
}

/// A mail about an account or a record, as an operator sees it.
package struct OutboxEntry: Equatable, Sendable {
    package let notice: Notice
    package let send: NoticeSend

    package init(notice: Notice, send: NoticeSend) {
        self.notice = notice
        self.send = send
    }
}

extension Backoff {
    /// For a message that a provider wants later: greylisting takes some minutes.
    package static func notice(_ lane: NoticeSend.Lane) -> Backoff {
        lane == .critical
            ? Backoff(base: .seconds(1), cap: .seconds(30)) : Backoff(base: .seconds(5), cap: .seconds(900))
    }

    /// For a mail server that is down; the pause applies to all mails about accounts together.
    package static let mailServer = Backoff(base: .seconds(2), cap: .seconds(60))
}

package typealias NoticeSendID = ID<NoticeSend>
