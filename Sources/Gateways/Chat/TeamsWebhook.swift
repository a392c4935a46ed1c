package import FairKitCore
package import OutboundHTTP

/// Messages to a Teams channel or chat by a workflow, whose URL is the address. The workflow starts "when a Teams
/// webhook request is received" and posts an adaptive card:
/// https://learn.microsoft.com/en-us/connectors/teams/#microsoft-teams-webhook
package struct TeamsWebhook: MessageCarrier {
    private let sender: HTTPSender

    package init(sender: HTTPSender) {
        self.sender = sender
    }

    package func send(_ message: OutgoingMessage, to address: String) async -> SendAnswer {
        guard let url = WebhookURL(stored: address) else { return SendAnswer(.refused) }
        return await sender.answer(to: .json(url, TeamsPost(message)), TeamsWebhook.answer)
    }

    package func close() async { await sender.close() }

    /// The meaning of a response: 202 (a workflow) or 200 (a connector) is success; 404 says that the workflow was
    /// deleted. There are no credentials but the URL.
    ///
    /// A connector also answers 200 when Teams took nothing, and says so in the body: "Webhook message delivery failed
    /// with error: Microsoft Teams endpoint returned HTTP error 429 …".
    package static func answer(_ response: OutboundResponse) -> SendAnswer {
        let outcome: SendOutcome =
            switch response.status {
            case 404, 410: .gone
            case 401, 403: .refused
            case 200..<300 where String(decoding: response.body.prefix(500), as: UTF8.self).saysFailed: .postponed
            case let status: SendOutcome(status: status)
            }
        return SendAnswer(outcome, response)
    }
}

extension String {
    fileprivate var saysFailed: Bool {
        let words = lowercased()
        return words.contains("delivery failed") || words.contains("http error")
    }
}

/// A message with one adaptive card: https://adaptivecards.microsoft.com/?topic=AdaptiveCard
struct TeamsPost: Encodable {
    let type = "message"
    let attachments: [Attachment]

    init(_ message: OutgoingMessage) {
        let texts = [
            RichText(message.title.gatewayText, weight: "Bolder"),
            RichText(message.body.gatewayText, weight: "Default"),
        ]
        let actions = message.link.map { [OpenURL(url: $0)] } ?? []
        attachments = [Attachment(content: Card(body: texts.compactMap(\.self), actions: actions))]
    }

    struct Attachment: Encodable {
        let contentType = "application/vnd.microsoft.card.adaptive"
        let content: Card
    }

    struct Card: Encodable {
        let schema = "http://adaptivecards.io/schemas/adaptive-card.json"
        let type = "AdaptiveCard"
        let version = "1.4"
        let body: [RichText]
        let actions: [OpenURL]

        enum CodingKeys: String, CodingKey {
            case schema = "$schema"
            case type, version, body, actions
        }
    }

    /// Text in which Markdown has no meaning, unlike in a `TextBlock`, so that a value can't hide a link.
    struct RichText: Encodable {
        let type = "RichTextBlock"
        let inlines: [Run]

        init?(_ text: String, weight: String) {
            guard !text.isEmpty else { return nil }
            inlines = [Run(text: text, weight: weight)]
        }
    }

    struct Run: Encodable {
        let type = "TextRun"
        let text: String
        let weight: String
    }

    struct OpenURL: Encodable {
        let type = "Action.OpenUrl"
        let title = "Open"
        let url: String
    }
}
