package import FairKitCore

/// A mail, without what it says.
package struct MailBody: Codable, Sendable {
    package let id: String
    package let kind: String
    /// Masked; nil once it is forgotten.
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

/// A mail with all it says, to be handed over by other means.
package struct WholeMailBody: Codable, Sendable {
    package let mail: MailBody
    /// nil once they are forgotten.
    package let recipient: String?
    package let subject: String?
    package let text: String?

    package init(_ mail: OutboxMail) {
        self.mail = MailBody(mail)
        recipient = mail.content?.recipient.description
        subject = mail.text?.subject
        text = mail.text?.body
    }
}

/// Who gets a test message.
package struct MailTestRequest: Codable, Sendable {
    package let to: String

    package init(to: String) { self.to = to }
}
