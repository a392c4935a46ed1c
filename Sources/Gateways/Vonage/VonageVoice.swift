import CompactJWS
package import FairKitCore
import FoundationEssentials
package import KeyRing
package import OutboundHTTP

/// Calls by Vonage: https://developer.vonage.com/en/api/voice#createCall
package struct VonageVoice: MessageCarrier {
    private let settings: Settings
    private let sender: HTTPSender
    private let now: Now

    package struct Settings: Sendable {
        package let applicationID: String
        /// Of the application.
        package let key: RSAPrivateKey
        package let from: PhoneNumber
        /// Of the voice (BCP 47), such as `en-US`.
        package let language: String
        package let baseURL: WebhookURL?
        /// Where Vonage sends receipts; nil: where the application's settings say.
        package private(set) var eventURL: WebhookURL?

        package init(
            applicationID: String, key: RSAPrivateKey, from: PhoneNumber, language: String, baseURL: WebhookURL?,
            eventURL: WebhookURL?
        ) {
            self.applicationID = applicationID
            self.key = key
            self.from = from
            self.language = language
            self.baseURL = baseURL
            self.eventURL = eventURL
        }

        /// The same settings, with the address of a tenant for receipts.
        package func reporting(to tenant: TenantName) -> Settings {
            var copy = self
            copy.eventURL = eventURL?.naming(tenant)
            return copy
        }
    }

    package init(_ settings: Settings, sender: HTTPSender, now: @escaping Now) {
        self.settings = settings
        self.sender = sender
        self.now = now
    }

    package func send(_ message: OutgoingMessage, to address: String) async -> SendAnswer {
        let base = settings.baseURL.map { trimmed("\($0)") } ?? "https://api.nexmo.com"
        guard let number = PhoneNumber(address), let url = WebhookURL(stored: "\(base)/v1/calls") else {
            return SendAnswer(.refused)
        }
        guard let token = try? token() else { return SendAnswer(.unauthorized) }
        let call = Call(
            to: [Phone(number)], from: Phone(settings.from),
            ncco: [Talk(text: message.spokenText, language: settings.language)],
            eventUrl: settings.eventURL.map { ["\($0)"] })
        let request = OutboundRequest.json(
            url, headers: ["Authorization": "Bearer \(token)"], call, names: .convertToSnakeCase)
        return await sender.answer(to: request) { response in
            SendAnswer(
                SendOutcome(status: response.status), response, reference: decoded(Made.self, response.body)?.uuid)
        }
    }

    package func close() async { await sender.close() }

    /// A token of the application (JWT, RS256), for one request:
    /// https://developer.vonage.com/en/getting-started/concepts/authentication#json-web-tokens
    private func token() throws(KeyError) -> String {
        let seconds = now().milliseconds / 1000
        let claims = Claims(
            applicationID: settings.applicationID, iat: seconds, exp: seconds + 60,
            jti: UUID().uuidString.lowercased())
        return try OutgoingJWS.text(claims, keyID: nil, key: .rsa(settings.key))
    }

    private struct Claims: Encodable {
        let applicationID: String
        let iat: Int64
        let exp: Int64
        let jti: String

        enum CodingKeys: String, CodingKey {
            case applicationID = "application_id"
            case iat, exp, jti
        }
    }

    private struct Call: Encodable {
        let to: [Phone]
        let from: Phone
        let ncco: [Talk]
        let eventUrl: [String]?
    }

    private struct Phone: Encodable {
        let type = "phone"
        let number: String

        init(_ number: PhoneNumber) { self.number = number.digits }
    }

    /// Says a text twice: https://developer.vonage.com/en/voice/voice-api/ncco-reference#talk
    private struct Talk: Encodable {
        let action = "talk"
        let text: String
        let language: String
        let loop = 2
    }

    private struct Made: Decodable {
        let uuid: String?
    }
}
