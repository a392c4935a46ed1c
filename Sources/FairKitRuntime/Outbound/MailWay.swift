package import FairKitCore
package import Mail

/// How mail goes out: whose it is, and who takes it.
package struct MailWay: Sendable {
    package let from: MailAddress
    package let carrier: any MailCarrier

    package init(from: MailAddress, carrier: any MailCarrier) {
        self.from = from
        self.carrier = carrier
    }

    /// Sends a mail; nothing is open in the store meanwhile.
    func send(_ mail: OutboxMail) async -> MailAnswer {
        guard let content = mail.content, let text = mail.text,
            let message = try? MailMessage(
                id: mail.id, at: mail.createdAt, from: from, to: content.recipient, subject: text.subject,
                text: text.body)
        else { return MailAnswer(.refused) }
        return await carrier.send(message)
    }
}
