package import FairKitCore

/// A mail, without its text.
package struct MailBody: Codable, Sendable {
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

    package init(_ mail: OutboxMail) {
        id = "\(mail.id)"
        kind = mail.kind.rawValue
        recipient = mail.content?.recipient.masked
        state = mail.state.rawValue
        createdAt = "\(mail.createdAt)"
        expiresAt = "\(mail.expiresAt)"
        dueAt = mail.dueAt?.description
        endedAt = mail.endedAt?.description
        attempts = mail.attempts
        lastError = mail.lastError
    }
}

/// A mail with its text, for an operator who hands it over by other means.
package struct WholeMailBody: Codable, Sendable {
    package let mail: MailBody
    /// nil once they are deleted.
    package let recipient: String?
    package let subject: String?
    package let text: String?

    package init(_ mail: OutboxMail, from sender: DisplayName) {
        let text = mail.text(from: sender)
        self.mail = MailBody(mail)
        recipient = mail.content?.recipient.description
        subject = text?.subject
        self.text = text?.body
    }
}

/// The recipient of a test message.
package struct MailTestRequest: Codable, Sendable {
    package let to: String

    package init(to: String) { self.to = to }
}
