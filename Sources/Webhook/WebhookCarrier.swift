package import FairKitCore

/// Somebody who takes deliveries to webhooks. It tells what became of an attempt, and decides nothing about the next.
package protocol WebhookCarrier: Sendable {
    /// Sends a delivery. A cancelled task ends it early.
    /// - Parameter limit: how long it may take in all.
    func send(_ delivery: Delivery, to webhook: Webhook, within limit: Duration) async -> WebhookAnswer

    /// Closes the connections; no attempt follows.
    func close() async
}

/// What an attempt reports.
package struct WebhookAnswer: Hashable, Sendable {
    package let outcome: AttemptOutcome
    package let httpStatus: Int?
    /// When the receiver wants the next attempt.
    package let retryAfter: RetryAfter?

    package init(_ outcome: AttemptOutcome, httpStatus: Int? = nil, retryAfter: RetryAfter? = nil) {
        self.outcome = outcome
        self.httpStatus = httpStatus
        self.retryAfter = retryAfter
    }
}
