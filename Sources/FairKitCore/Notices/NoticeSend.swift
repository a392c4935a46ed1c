/// One notice over one channel to one contact point: a row with its outcome.
package struct NoticeSend: Equatable, Sendable {
    package let id: NoticeSendID
    package let notice: NoticeID
    package let channel: ContactKind
    /// nil: the account's own e-mail address, the operator's, or the address or number of a profile.
    package let contact: ContactPointID?
    /// About a critical alert: sent before all others.
    package let isCritical: Bool
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

    package init(
        id: NoticeSendID, notice: NoticeID, channel: ContactKind, contact: ContactPointID?, isCritical: Bool,
        state: State = .waiting, dueAt: Timestamp?, expiresAt: Timestamp, attempts: Int = 0, lastError: String? = nil,
        reference: String? = nil, endedAt: Timestamp? = nil
    ) {
        self.id = id
        self.notice = notice
        self.channel = channel
        self.contact = contact
        self.isCritical = isCritical
        self.state = state
        self.dueAt = dueAt
        self.expiresAt = expiresAt
        self.attempts = attempts
        self.lastError = lastError
        self.reference = reference
        self.endedAt = endedAt
    }
}

package typealias NoticeSendID = ID<NoticeSend>
