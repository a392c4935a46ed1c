package import FairKitCore
package import Mail

/// Notices by e-mail. Each lane has connections of its own, so that messages about critical alerts, mails about accounts
/// and all others never wait for each other.
package struct MailMessages: MessageCarrier {
    private let from: MailAddress
    /// By the numbers of their lanes.
    private let carriers: [any MailCarrier]
    private let now: Now

    /// - Parameter carrier: carries the messages of a lane.
    package init(
        from: MailAddress, now: @escaping Now, by carrier: (NoticeSend.Lane) -> any MailCarrier
    ) {
        self.from = from
        self.now = now
        carriers = NoticeSend.Lane.allCases.map(carrier)
    }

    /// How many messages of a tenant are sent at once: each has its connection.
    package static func mostAtOnce(_ lane: NoticeSend.Lane) -> Int {
        switch lane {
        case .critical: 32
        case .others: 4
        case .accounts: 1
        }
    }

    package func send(_ message: OutgoingMessage, to address: String) async -> SendAnswer {
        // A mail about an account is the same in each attempt.
        guard let recipient = MailAddress(address), let id = NoticeSendID(message.id),
            let mail = try? MailMessage(
                id: id, at: message.lane == .accounts ? id.time : now(), from: from, named: message.sender,
                to: recipient, subject: message.title, text: message.body)
        else { return SendAnswer(.refused) }
        return await carriers[message.lane.rawValue].send(mail)
    }

    package func close() async {
        for carrier in carriers { carrier.close() }
    }
}
