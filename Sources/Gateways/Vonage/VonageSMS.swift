package import FairKitCore
package import OutboundHTTP

/// SMS by Vonage: https://developer.vonage.com/en/api/sms#send-an-sms
package struct VonageSMS: MessageCarrier {
    private let settings: Settings
    private let sender: HTTPSender
    private let now: Now

    package struct Settings: Hashable, Sendable {
        package let apiKey: String
        /// It is a secret.
        package let apiSecret: String
        /// A number without a plus sign, or an alphanumeric sender.
        package let from: String
        package let baseURL: WebhookURL?
        /// Where Vonage sends receipts; nil: where its dashboard says.
        package private(set) var callback: WebhookURL?

        package init(
            apiKey: String, apiSecret: String, from: String, baseURL: WebhookURL?, callback: WebhookURL?
        ) {
            self.apiKey = apiKey
            self.apiSecret = apiSecret
            self.from = from
            self.baseURL = baseURL
            self.callback = callback
        }

        /// The same settings, with the address of a tenant for receipts.
        package func reporting(to tenant: TenantName) -> Settings {
            var copy = self
            copy.callback = callback?.naming(tenant)
            return copy
        }
    }

    /// How long Vonage may try, in milliseconds.
    private static let validities: ClosedRange<Int64> = 20_000...604_800_000

    package init(_ settings: Settings, sender: HTTPSender, now: @escaping Now) {
        self.settings = settings
        self.sender = sender
        self.now = now
    }

    package func send(_ message: OutgoingMessage, to address: String) async -> SendAnswer {
        await sender.answer(to: PhoneNumber(address).flatMap { request(message, to: $0) }, VonageSMS.answer)
    }

    package func close() async { await sender.close() }

    private func request(_ message: OutgoingMessage, to number: PhoneNumber) -> OutboundRequest? {
        let base = settings.baseURL.map { trimmed("\($0)") } ?? "https://rest.nexmo.com"
        let text = message.smsText
        let left = now().distance(to: message.expiresAt).components.seconds * 1000
        let validity = min(max(left, VonageSMS.validities.lowerBound), VonageSMS.validities.upperBound)
        // Other characters than ASCII would be replaced in a text that is not Unicode.
        let isPlain = text.utf8.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "`") }
        var fields = [
            (name: "from", value: settings.from), (name: "to", value: number.digits), (name: "text", value: text),
            (name: "type", value: isPlain ? "text" : "unicode"), (name: "ttl", value: "\(validity)"),
            (name: "client-ref", value: String(message.id.prefix(100))), (name: "status-report-req", value: "1"),
        ]
        if let callback = settings.callback { fields.append((name: "callback", value: "\(callback)")) }
        let authorization = basicAuthorization(settings.apiKey, settings.apiSecret)
        return WebhookURL(stored: "\(base)/sms/json").map { url in
            .form(url, headers: ["Authorization": authorization], fields)
        }
    }

    /// The meaning of a response. Vonage answers 200 to refused messages, too, with a status for each part.
    package static func answer(_ response: OutboundResponse) -> SendAnswer {
        guard (200..<300).contains(response.status) else {
            return SendAnswer(SendOutcome(status: response.status), response)
        }
        guard let parts = decoded(Parts.self, response.body)?.messages, let first = parts.first else {
            return SendAnswer(.malformed, response)
        }
        let failed = parts.first { $0.status != "0" } ?? first
        return SendAnswer(outcome(status: failed.status), response, reference: first.id)
    }

    /// The outcome of a status: https://developer.vonage.com/en/messaging/sms/guides/troubleshooting-sms
    package static func outcome(status: String) -> SendOutcome {
        switch status {
        case "0": .accepted
        // Throttled, an internal error, no credit, or too many connections.
        case "1", "5", "9", "10": .postponed
        // Credentials, a barred account, one without this API, or a signature.
        case "4", "8", "11", "14", "32": .unauthorized
        // The number is barred or no longer active.
        case "7", "33": .gone
        default: .refused
        }
    }

    private struct Parts: Decodable {
        let messages: [Part]
    }

    /// Its error text may contain the number and is not read.
    private struct Part: Decodable {
        let status: String
        let id: String?

        enum CodingKeys: String, CodingKey {
            case status
            case id = "message-id"
        }
    }
}
