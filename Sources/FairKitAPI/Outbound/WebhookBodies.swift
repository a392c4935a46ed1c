package import FairKitCore

/// A webhook on the wire.
package struct WebhookBody: Decodable, JSONBody, Sendable {
    package let group: String
    package let url: String
    package let sendsPayload: Bool
    package let createdAt: String
    /// Only in the response to the request that created it.
    package let secret: String?

    package init(_ webhook: Webhook, of group: String, showingSecret: Bool) {
        self.group = group
        url = "\(webhook.url)"
        sendsPayload = webhook.sendsPayload
        createdAt = "\(webhook.createdAt)"
        secret = showingSecret ? webhook.secretText : nil
    }
}

/// A delivery attempt on the wire.
package struct AttemptBody: Decodable, JSONBody, Sendable {
    package let at: String
    package let group: String
    package let alertId: String?
    package let deliveryId: String?
    /// Whether it is a test; absent from others.
    package let test: Bool?
    package let channel: String
    package let outcome: String
    package let httpStatus: Int?
    package let milliseconds: Int64
    package let attempt: Int

    package init(_ shown: GroupAttempt) {
        let attempt = shown.attempt
        at = "\(attempt.at)"
        group = shown.group
        alertId = attempt.isTest ? nil : "\(attempt.alertID)"
        deliveryId = attempt.isTest ? nil : "\(attempt.delivery)"
        test = attempt.isTest ? true : nil
        channel = attempt.channel.rawValue
        outcome = attempt.outcome.rawValue
        httpStatus = attempt.httpStatus
        milliseconds = attempt.milliseconds
        self.attempt = attempt.attempt
    }
}

/// The URL for a group's deliveries, whether they hold health data, and whether to create a new signing secret.
package struct WebhookRequest: Decodable, Sendable {
    package let url: String
    package let sendsPayload: Bool?
    package let rotateSecret: Bool?
}
