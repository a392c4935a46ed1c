package import FairKitCore
package import Mail

/// The sender and the carrier of mail.
package struct MailWay: Sendable {
    package let from: MailAddress
    package let carrier: any MailCarrier

    package init(from: MailAddress, carrier: any MailCarrier) {
        self.from = from
        self.carrier = carrier
    }

    /// Sends a mail; no transaction is open meanwhile.
    /// - Parameter sender: the name of the tenant that writes.
    func send(_ mail: OutboxMail, from sender: DisplayName) async -> MailAnswer {
        guard let content = mail.content, let text = mail.text(from: sender),
            let message = try? MailMessage(
                id: mail.id, at: mail.createdAt, from: from, named: sender.text, to: content.recipient,
                subject: text.subject, text: text.body)
        else { return MailAnswer(.refused) }
        return await carrier.send(message)
    }
}
