package import FairKitCore
package import Mail

/// Notices by e-mail, over the same mail server as the outbox. Those about critical alerts have connections of their own,
/// so that they never wait behind others.
package struct MailMessages: MessageCarrier {
    private let from: MailAddress
    private let critical: any MailCarrier
    private let others: any MailCarrier
    private let now: Now

    /// How many messages of a tenant are sent at once: each has its connection.
    package static func mostAtOnce(critical: Bool) -> Int { critical ? 32 : 4 }

    /// - Parameters:
    ///   - critical: carries messages about critical alerts.
    ///   - others: carries the other messages.
    package init(
        from: MailAddress, critical: any MailCarrier, others: any MailCarrier, now: @escaping Now
    ) {
        self.from = from
        self.critical = critical
        self.others = others
        self.now = now
    }

    package func send(_ message: OutgoingMessage, to address: String) async -> SendAnswer {
        guard let recipient = MailAddress(address), let id = MailID(message.id),
            let mail = try? MailMessage(
                id: id, at: now(), from: from, named: message.sender, to: recipient, subject: message.title,
                text: message.body)
        else { return SendAnswer(.refused) }
        let answer = await (message.isCritical ? critical : others).send(mail)
        return SendAnswer(SendOutcome(answer.outcome), status: answer.status)
    }

    package func close() async {
        critical.close()
        others.close()
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
