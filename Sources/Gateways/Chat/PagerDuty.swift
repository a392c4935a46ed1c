package import FairKitCore
import FoundationEssentials
package import OutboundHTTP

/// Alerts at PagerDuty by its Events API v2. The address is the routing key of a service or an orchestration:
/// https://developer.pagerduty.com/docs/events-api-v2/trigger-events/
package struct PagerDuty: MessageCarrier {
    private let baseURL: String
    private let source: String
    private let sender: HTTPSender

    package static let standardBaseURL = "https://events.pagerduty.com"
    /// The longest summary and the longest key.
    private static let (mostOfSummary, mostOfKey) = (1024, 255)

    /// - Parameters:
    ///   - baseURL: nil: of the service region in the United States. Europe has `https://events.eu.pagerduty.com`.
    ///   - source: names this installation in PagerDuty.
    package init(baseURL: WebhookURL?, source: String, sender: HTTPSender) {
        self.baseURL = baseURL.map { trimmed("\($0)") } ?? PagerDuty.standardBaseURL
        self.source = source
        self.sender = sender
    }

    package func send(_ message: OutgoingMessage, to address: String) async -> SendAnswer {
        guard address.isRoutingKey, let url = WebhookURL(stored: "\(baseURL)/v2/enqueue") else {
            return SendAnswer(.refused)
        }
        var answer = SendAnswer(.refused)
        // A message that is sent again ends the same incidents and opens the same one: nothing is doubled.
        for (event, key) in message.incidentEvents {
            let body = Event(event, key: String(key.prefix(PagerDuty.mostOfKey)), message, to: address, from: source)
            answer = await sender.answer(to: .json(url, body, names: .convertToSnakeCase), PagerDuty.answer)
            // An incident that can't be ended keeps no other one from being opened; the last answer decides.
            guard answer.outcome == .accepted || answer.outcome == .refused else { break }
        }
        return answer
    }

    package func close() async { await sender.close() }

    /// The meaning of a response:
    /// https://developer.pagerduty.com/docs/events-api-v2/overview/#response-codes--retry-logic
    package static func answer(_ response: OutboundResponse) -> SendAnswer {
        let said = decoded(Said.self, response.body, names: .convertFromSnakeCase)
        if response.status == 400 || response.status == 403 {
            let words = ([said?.message ?? ""] + (said?.errors ?? [])).joined(separator: " ").lowercased()
            let isOfKey = words.contains("routing_key") || words.contains("routing key")
            return SendAnswer(isOfKey ? .gone : .refused, response)
        }
        return SendAnswer(SendOutcome(status: response.status), response, reference: said?.dedupKey)
    }

    private struct Event: Encodable {
        let routingKey: String
        let eventAction: String
        let dedupKey: String
        let client = "FairKit"
        let clientUrl: String?
        let payload: Payload?
        let links: [Link]?

        /// An event that ends an incident needs its key only.
        init(_ event: IncidentEvent, key: String, _ message: OutgoingMessage, to address: String, from source: String) {
            let summary = [message.title, message.body].map(\.gatewayText).filter { !$0.isEmpty }
            let opens = event == .trigger
            routingKey = address
            eventAction = event.rawValue
            dedupKey = key
            clientUrl = opens ? message.link : nil
            payload =
                opens
                ? Payload(
                    summary: summary.joined(separator: ": ").shortened(to: PagerDuty.mostOfSummary), source: source,
                    severity: message.isCritical ? "critical" : "warning") : nil
            links = opens ? message.link.map { [Link(href: $0)] } : nil
        }
    }

    private struct Payload: Encodable {
        let summary: String
        let source: String
        let severity: String
    }

    private struct Link: Encodable {
        let href: String
        let text = "FairKit"
    }

    private struct Said: Decodable {
        let message: String?
        let errors: [String]?
        let dedupKey: String?
    }
}
