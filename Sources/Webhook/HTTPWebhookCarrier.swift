package import FairKitCore
import KeyRing
package import OutboundHTTP

/// Pushes deliveries to webhooks: one signed POST each, to a checked address.
package struct HTTPWebhookCarrier: WebhookCarrier {
    private let sender: HTTPSender
    private let now: Now

    package init(sender: HTTPSender, now: @escaping Now) {
        self.sender = sender
        self.now = now
    }

    package func send(_ delivery: Delivery, to webhook: Webhook, within limit: Duration) async -> WebhookAnswer {
        let now = now()
        let message = WebhookMessage(delivery, withPayload: webhook.sendsPayload, at: now)
        return await send(message, delivery.idempotencyKey, at: now, to: webhook, within: limit)
    }

    package func test(_ webhook: Webhook, of group: String, id: String, within limit: Duration) async -> WebhookAnswer {
        let now = now()
        return await send(WebhookTestMessage(id: id, group: group, at: now), id, at: now, to: webhook, within: limit)
    }

    private func send(
        _ message: some Encodable, _ id: String, at now: Timestamp, to webhook: Webhook, within limit: Duration
    ) async -> WebhookAnswer {
        guard let request = try? request(message, id, at: now, to: webhook) else { return WebhookAnswer(.stopped) }
        switch await sender.send(request, within: limit) {
        case .success(let response):
            let outcome = AttemptOutcome(status: response.status) ?? .malformed
            return WebhookAnswer(outcome, httpStatus: response.status, retryAfter: response.retryAfter)
        case .failure(let failure):
            return WebhookAnswer(AttemptOutcome(failure))
        }
    }

    package func close() async {
        await sender.close()
    }

    private func request(
        _ message: some Encodable, _ id: String, at now: Timestamp, to webhook: Webhook
    ) throws -> OutboundRequest {
        let body = try message.json()
        let digest = try signature(of: WebhookSignature.content(body, id: id, at: now), by: webhook.secret)
        let headers = [
            "Content-Type": "application/json", "webhook-id": id, "webhook-timestamp": WebhookSignature.seconds(now),
            "webhook-signature": WebhookSignature.header(digest),
        ]
        return OutboundRequest(.post, webhook.url, headers: headers, body: body)
    }
}

extension AttemptOutcome {
    fileprivate init(_ failure: OutboundFailure) {
        self =
            switch failure {
            case .timeout: .timeout
            case .tlsError: .tlsError
            case .unknownHost: .unknownHost
            case .privateAddress: .privateAddress
            case .insecure: .insecure
            case .unreachable: .unreachable
            case .disconnected: .disconnected
            case .malformed: .malformed
            case .stopped: .stopped
            }
    }
}
