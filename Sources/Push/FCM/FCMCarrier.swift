package import FairKitCore
import FoundationEssentials
package import OutboundHTTP

/// Sends messages to Android devices by Firebase Cloud Messaging, with its HTTP v1 API.
package struct FCMCarrier: MessageCarrier {
    private let settings: FCMSettings
    private let tokens: AccessTokens
    private let sender: HTTPSender
    private let now: Now

    /// The time limit of a request.
    private static let limit = Duration.seconds(10)

    package init(_ settings: FCMSettings, sender: HTTPSender, now: @escaping Now) {
        self.settings = settings
        tokens = AccessTokens(settings.account, sender: sender, now: now)
        self.sender = sender
        self.now = now
    }

    /// - Parameter address: the app's registration token, perhaps after `fcm:`.
    package func send(_ message: OutgoingMessage, to address: String) async -> SendAnswer {
        // A malformed token never becomes a valid one.
        guard let device = try? FirebaseToken(address) else { return SendAnswer(.gone) }
        let channel = message.isCritical ? settings.criticalChannel : settings.channel
        guard let url = settings.server.below("/v1/projects/\(settings.account.project)/messages:send"),
            let form = FCMMessage(message, to: device, channel: channel, at: now())
        else { return SendAnswer(.refused) }
        do throws(AccessTokens.Refused) {
            let token = try await tokens.token()
            let first = await send(form, to: url, token: token)
            guard first.isTokenRefused else { return first.answer }
            return await send(form, to: url, token: try await tokens.token(insteadOf: token)).answer
        } catch {
            return error.answer
        }
    }

    package func close() async {
        await sender.close()
    }

    private struct Attempt {
        let answer: SendAnswer
        var isTokenRefused = false
    }

    private func send(_ form: FCMMessage, to url: WebhookURL, token: String) async -> Attempt {
        let headers = ["authorization": "Bearer \(token)", "content-type": "application/json; charset=utf-8"]
        let request = OutboundRequest(.post, url, headers: headers, body: form.body, version: .http2)
        switch await sender.send(request, within: FCMCarrier.limit) {
        case .failure(let failure): return Attempt(answer: SendAnswer(failure))
        case .success(let response) where response.status == 200:
            let name = (try? JSONDecoder().decode(Accepted.self, from: Data(response.body)))?.name
            return Attempt(answer: SendAnswer(.accepted, response, reference: name?.asReference))
        case .success(let response):
            switch FCMRefusal(status: response.status, body: response.body) {
            case .tokenRefused: return Attempt(answer: SendAnswer(.unauthorized, response), isTokenRefused: true)
            case .outcome(let outcome): return Attempt(answer: SendAnswer(outcome, response))
            }
        }
    }

    private struct Accepted: Decodable {
        /// `projects/PROJECT/messages/ID`
        let name: String
    }
}
