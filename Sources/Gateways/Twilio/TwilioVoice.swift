package import FairKitCore
package import OutboundHTTP

/// Calls by Twilio: https://www.twilio.com/docs/voice/api/call-resource#create-a-call-resource
package struct TwilioVoice: MessageCarrier {
    private let account: TwilioAccount
    private let from: PhoneNumber
    private let language: String
    private let sender: HTTPSender

    /// - Parameter language: of the voice (BCP 47), such as `en-US`.
    package init(account: TwilioAccount, from: PhoneNumber, language: String, sender: HTTPSender) {
        self.account = account
        self.from = from
        self.language = language
        self.sender = sender
    }

    package func send(_ message: OutgoingMessage, to address: String) async -> SendAnswer {
        var fields = [
            (name: "From", value: "\(from)"), (name: "Twiml", value: twiml(message.spokenText, language: language)),
        ]
        if let callback = account.statusCallback { fields.append((name: "StatusCallback", value: "\(callback)")) }
        guard let number = PhoneNumber(address) else { return SendAnswer(.refused) }
        return await sender.answer(
            to: account.request("Calls", [(name: "To", value: "\(number)")] + fields), TwilioAccount.answer)
    }

    package func close() async { await sender.close() }
}

/// A call that says a text twice: https://www.twilio.com/docs/voice/twiml/say
///
/// - Parameter text: is escaped, so that it adds no verb.
package func twiml(_ text: String, language: String) -> String {
    let say = "<Say language=\"\(xmlEscaped(language))\">\(xmlEscaped(text))</Say>"
    return "<Response><Pause length=\"1\"/>\(say)<Pause length=\"1\"/>\(say)</Response>"
}

/// The text with references for XML's own characters (XML 1.0, section 2.4).
private func xmlEscaped(_ text: String) -> String {
    text.gatewayText.unicodeScalars.reduce(into: "") { escaped, scalar in
        switch scalar {
        case "&": escaped += "&amp;"
        case "<": escaped += "&lt;"
        case ">": escaped += "&gt;"
        case "\"": escaped += "&quot;"
        case "'": escaped += "&apos;"
        default: escaped.unicodeScalars.append(scalar)
        }
    }
}
