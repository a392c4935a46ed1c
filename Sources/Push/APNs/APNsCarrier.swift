package import FairKitCore
import KeyRing
package import OutboundHTTP

/// Sends messages to iPhones and iPads by the Apple Push Notification service, over HTTP/2.
package struct APNsCarrier: MessageCarrier {
    private let settings: APNsSettings
    private let token: ProviderToken
    private let sender: HTTPSender
    private let now: Now

    /// The time limit of a request.
    private static let limit = Duration.seconds(10)

    /// - Parameter token: shared by all carriers with these settings, since Apple counts new tokens.
    package init(_ settings: APNsSettings, token: ProviderToken, sender: HTTPSender, now: @escaping Now) {
        self.settings = settings
        self.token = token
        self.sender = sender
        self.now = now
    }

    /// - Parameter address: the device token in hexadecimal digits, perhaps after `apns:`.
    package func send(_ message: OutgoingMessage, to address: String) async -> SendAnswer {
        // A malformed token never becomes a valid one.
        guard let device = try? AppleDeviceToken(address),
            let url = settings.server.below("/3/device/\(device.digits)")
        else { return SendAnswer(.gone) }
        do throws(KeyError) {
            guard let form = try APNsMessage(message, topic: settings.topic, at: now()) else {
                return SendAnswer(.refused)
            }
            let text = try token.text(at: now())
            let first = await send(form, to: url, token: text)
            guard case .tokenExpired = first, let other = try token.text(insteadOf: text, at: now()) else {
                return first.answer
            }
            return await send(form, to: url, token: other).answer
        } catch {
            return SendAnswer(.unauthorized)
        }
    }

    package func close() async {
        await sender.close()
    }

    private enum Attempt {
        case answered(SendAnswer)
        case tokenExpired(OutboundResponse)

        var answer: SendAnswer {
            switch self {
            case .answered(let answer): answer
            case .tokenExpired(let response): SendAnswer(.unauthorized, response)
            }
        }
    }

    private func send(_ form: APNsMessage, to url: WebhookURL, token: String) async -> Attempt {
        var headers = form.headers
        headers["authorization"] = "bearer \(token)"
        let request = OutboundRequest(.post, url, headers: headers, body: form.body, version: .http2)
        switch await sender.send(request, within: APNsCarrier.limit) {
        case .failure(let failure): return .answered(SendAnswer(failure))
        case .success(let response) where response.status == 200:
            return .answered(SendAnswer(.accepted, response, reference: response.header("apns-id")?.asReference))
        case .success(let response):
            switch APNsRefusal(status: response.status, body: response.body) {
            case .tokenExpired: return .tokenExpired(response)
            case .outcome(let outcome):
                return .answered(SendAnswer(outcome, response, reference: response.header("apns-id")?.asReference))
            }
        }
    }
}
