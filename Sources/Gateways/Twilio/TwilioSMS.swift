package import FairKitCore
package import OutboundHTTP

/// SMS by Twilio: https://www.twilio.com/docs/messaging/api/message-resource#create-a-message-resource
package struct TwilioSMS: MessageCarrier {
    private let account: TwilioAccount
    private let origin: Origin
    private let sender: HTTPSender
    private let now: Now

    /// How long Twilio may try, in seconds. Newer accounts may set 36,000; all may set 14,400.
    private static let validities = 1...14_400

    /// The sender that the receiver sees.
    package enum Origin: Hashable, Sendable {
        /// A number of the account, a short code, or an alphanumeric sender.
        case from(String)
        /// A messaging service (`MG…`), which chooses the number.
        case service(String)
    }

    package init(account: TwilioAccount, origin: Origin, sender: HTTPSender, now: @escaping Now) {
        self.account = account
        self.origin = origin
        self.sender = sender
        self.now = now
    }

    package func send(_ message: OutgoingMessage, to address: String) async -> SendAnswer {
        await sender.answer(
            to: PhoneNumber(address).flatMap { request(message, to: $0) }, TwilioAccount.answer)
    }

    package func close() async { await sender.close() }

    private func request(_ message: OutgoingMessage, to number: PhoneNumber) -> OutboundRequest? {
        let left = Int(now().distance(to: message.expiresAt).components.seconds)
        let validity = min(max(left, TwilioSMS.validities.lowerBound), TwilioSMS.validities.upperBound)
        var fields = [
            (name: "To", value: "\(number)"), (name: "Body", value: message.smsText),
            (name: "ValidityPeriod", value: "\(validity)"),
        ]
        switch origin {
        case .from(let from): fields.append((name: "From", value: from))
        case .service(let sid): fields.append((name: "MessagingServiceSid", value: sid))
        }
        if let callback = account.statusCallback { fields.append((name: "StatusCallback", value: "\(callback)")) }
        return account.request("Messages", fields)
    }
}
