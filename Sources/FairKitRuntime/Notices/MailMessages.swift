package import FairKitCore
package import Mail

/// Notices by e-mail, over the same mail servers as the outbox.
package struct MailMessages: MessageCarrier {
    private let from: MailAddress
    private let carrier: any MailCarrier
    private let sender: @Sendable () async -> DisplayName
    private let now: Now

    /// - Parameter sender: the name of the tenant that writes.
    package init(
        from: MailAddress, named sender: @escaping @Sendable () async -> DisplayName, carrier: any MailCarrier,
        now: @escaping Now
    ) {
        self.from = from
        self.sender = sender
        self.carrier = carrier
        self.now = now
    }

    package func send(_ message: OutgoingMessage, to address: String) async -> SendAnswer {
        let name = await sender().text
        guard let recipient = MailAddress(address), let id = MailID(message.id),
            let mail = try? MailMessage(
                id: id, at: now(), from: from, named: name, to: recipient, subject: message.title,
                text: message.body)
        else { return SendAnswer(.refused) }
        let answer = await carrier.send(mail)
        return SendAnswer(SendOutcome(answer.outcome), status: answer.status)
    }

    package func close() async {
        carrier.hangUp()
    }
}

extension SendOutcome {
    fileprivate init(_ outcome: MailOutcome) {
        self =
            switch outcome {
            case .sent: .accepted
            case .refused: .refused
            case .postponed: .postponed
            case .unknownHost: .unknownHost
            case .unreachable: .unreachable
            case .tlsError, .withoutTLS: .tlsError
            case .loginRefused: .unauthorized
            case .timeout: .timeout
            case .disconnected: .disconnected
            case .stopped: .stopped
            }
    }
}
