package import FairKitCore

/// A mail, without its text.
package struct OutboxBody: Decodable, JSONBody, Sendable {
    package let id: String
    package let kind: String
    /// Masked; nil once it is deleted.
    package let recipient: String?
    package let state: String
    package let createdAt: String
    package let expiresAt: String
    package let dueAt: String?
    package let endedAt: String?
    package let attempts: Int
    package let lastError: String?

    package init(_ entry: OutboxEntry) {
        let (notice, send) = (entry.notice, entry.send)
        id = "\(send.id)"
        kind = notice.kind.rawValue
        recipient = notice.recipient?.address.masked
        state = send.state.rawValue
        createdAt = "\(notice.createdAt)"
        expiresAt = "\(send.expiresAt)"
        dueAt = send.dueAt?.description
        endedAt = send.endedAt?.description
        attempts = send.attempts
        lastError = send.lastError
    }
}

/// A mail with its text, for an operator who hands it over by other means.
package struct WholeOutboxBody: Decodable, JSONBody, Sendable {
    package let mail: OutboxBody
    /// nil once they are deleted.
    package let recipient: String?
    package let subject: String?
    package let text: String?

    package init(_ entry: OutboxEntry, to recipient: MailAddress?, _ text: NoticeText?) {
        mail = OutboxBody(entry)
        self.recipient = recipient?.description
        subject = text?.title
        self.text = text?.body
    }
}

/// The recipient of a test message.
package struct MailTestRequest: Codable, Sendable {
    package let to: String

    package init(to: String) { self.to = to }
}
