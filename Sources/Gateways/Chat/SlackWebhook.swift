package import FairKitCore
import FoundationEssentials
package import OutboundHTTP

/// Messages to a Slack channel by an incoming webhook, whose URL is the address:
/// https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
package struct SlackWebhook: MessageCarrier {
    private let sender: HTTPSender

    package init(sender: HTTPSender) {
        self.sender = sender
    }

    package func send(_ message: OutgoingMessage, to address: String) async -> SendAnswer {
        guard let url = WebhookURL(stored: address) else { return SendAnswer(.refused) }
        let lines = [message.title, message.body, message.link ?? ""].filter { !$0.isEmpty }
        let post = Post(text: SlackWebhook.escaped(lines.joined(separator: "\n")))
        return await sender.answer(to: .json(url, post, names: .convertToSnakeCase), SlackWebhook.answer)
    }

    package func close() async { await sender.close() }

    /// The text without Slack's own markup, so that a value mentions no one (`<!channel>`) and hides no link:
    /// https://docs.slack.dev/messaging/formatting-message-text#escaping
    package static func escaped(_ text: String) -> String {
        text.gatewayText.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
    }

    /// The meaning of a response: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks#handling-errors
    package static func answer(_ response: OutboundResponse) -> SendAnswer {
        let word = String(decoding: response.body.prefix(64), as: UTF8.self).lowercased()
        let ended = [
            "no_service", "no_active_hooks", "no_team", "team_disabled", "channel_not_found", "channel_is_archived",
            "invalid_token", "user_not_found",
        ]
        let isSuccess = (200..<300).contains(response.status)
        let isEnded = (isSuccess || (400..<500).contains(response.status)) && ended.contains { word.contains($0) }
        // Slack says `ok`, and says in a 200 as well that it took nothing; what is compatible with it says `success`.
        let isTaken = word.allSatisfy(\.isWhitespace) || word.hasPrefix("ok") || word.contains("success\":true")
        let outcome: SendOutcome =
            isEnded ? .gone : isSuccess && !isTaken ? .postponed : SendOutcome(status: response.status)
        // There are no credentials but the URL.
        return SendAnswer(outcome == .unauthorized ? .refused : outcome, response)
    }

    private struct Post: Encodable {
        let text: String
        let mrkdwn = false
        let unfurlLinks = false
        let unfurlMedia = false
    }
}
