import FairKitAPI
package import FairKitCore
package import OutboundHTTP

/// A provider that the operator describes: URL, headers, body, and what counts as success.
package struct HTTPGateway: MessageCarrier {
    private let settings: Settings
    /// The tenant whose messages it carries.
    private let tenant: TenantName
    private let sender: HTTPSender

    package struct Settings: Sendable {
        package let method: OutboundMethod
        package let url: URLTemplate
        /// By name; values may be secrets.
        package let headers: [String: String]
        package let body: Body
        package let success: Success
        /// Statuses that say that the address does not exist.
        package let goneStatuses: Set<Int>
        /// Where the response has the provider's id; nil: nowhere.
        package let reference: JSONPath?

        package init(
            method: OutboundMethod, url: URLTemplate, headers: [String: String], body: Body, success: Success,
            goneStatuses: Set<Int>, reference: JSONPath?
        ) {
            self.method = method
            self.url = url
            self.headers = headers
            self.body = body
            self.success = success
            self.goneStatuses = goneStatuses
            self.reference = reference
        }
    }

    package enum Body: Sendable {
        case none
        case json(JSONTemplate)
        case form([(name: String, value: MessageTemplate)])
    }

    /// The conditions of success.
    package struct Success: Sendable {
        /// Empty: 200 to 299.
        package let statuses: Set<Int>
        /// A value that the response has to have; nil: the status is enough.
        package let value: Value?

        package struct Value: Sendable {
            package let path: JSONPath
            package let texts: Set<String>

            package init(at path: JSONPath, isOneOf texts: Set<String>) {
                self.path = path
                self.texts = texts
            }
        }

        package init(statuses: Set<Int>, value: Value?) {
            self.statuses = statuses
            self.value = value
        }
    }

    package init(_ settings: Settings, of tenant: TenantName, sender: HTTPSender) {
        self.settings = settings
        self.tenant = tenant
        self.sender = sender
    }

    package func send(_ message: OutgoingMessage, to address: String) async -> SendAnswer {
        guard settings.namesEvent else { return await sendOnce(message, to: address) }
        var answer = SendAnswer(.refused)
        for one in message.eachIncidentEvent {
            answer = await sendOnce(one, to: address)
            // An incident that can't be ended keeps no other one from being opened; the last answer decides.
            guard answer.outcome == .accepted || answer.outcome == .refused else { break }
        }
        return answer
    }

    private func sendOnce(_ message: OutgoingMessage, to address: String) async -> SendAnswer {
        guard let url = settings.url.filled(with: message, to: address, of: tenant) else { return SendAnswer(.refused) }
        return await sender.answer(to: request(message, to: address, at: url), answer)
    }

    package func close() async { await sender.close() }

    private func request(_ message: OutgoingMessage, to address: String, at url: WebhookURL) -> OutboundRequest? {
        switch settings.body {
        case .none: OutboundRequest(settings.method, url, headers: settings.headers, body: [])
        case .json(let template):
            .json(
                url, by: settings.method, headers: settings.headers,
                template.filled(with: message, to: address, of: tenant))
        case .form(let fields):
            .form(
                url, by: settings.method, headers: settings.headers,
                fields.map { (name: $0.name, value: $0.value.filled(with: message, to: address, of: tenant)) })
        }
    }

    private func answer(_ response: OutboundResponse) -> SendAnswer {
        let tree = decoded(JSONTree.self, response.body)
        let reference = tree.flatMap { settings.reference?.value(in: $0) }.map { $0.shortened(to: 200) }
        let outcome: SendOutcome
        if settings.goneStatuses.contains(response.status) {
            outcome = .gone
        } else if settings.success.statuses.contains(response.status)
            || (settings.success.statuses.isEmpty && (200..<300).contains(response.status))
        {
            outcome = settings.success.value.map { $0.outcome(in: tree) } ?? .accepted
        } else {
            outcome = HTTPGateway.outcome(ofOther: response.status)
        }
        return SendAnswer(outcome, response, reference: outcome == .accepted ? reference : nil)
    }

    /// The outcome of a status that the settings do not name. 410 is about the URL, which is the operator's; 402 says
    /// that the account has no credit.
    private static func outcome(ofOther status: Int) -> SendOutcome {
        if status == 402 { return .postponed }
        let usual = SendOutcome(status: status)
        return usual == .accepted || usual == .gone ? .refused : usual
    }
}

extension HTTPGateway.Settings {
    /// Whether the service is told what a message does to an incident, which is one request for each.
    fileprivate var namesEvent: Bool {
        let isInBody =
            switch body {
            case .none: false
            case .json(let template): template.namesEvent
            case .form(let fields): fields.contains { $0.value.namesEvent }
            }
        return isInBody || url.namesEvent
    }
}

extension HTTPGateway.Success.Value {
    fileprivate func outcome(in tree: JSONTree?) -> SendOutcome {
        guard let found = tree.flatMap({ path.value(in: $0) }) else { return .malformed }
        return texts.contains(found) ? .accepted : .refused
    }
}
