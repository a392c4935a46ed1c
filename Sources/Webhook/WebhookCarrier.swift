package import FairKitCore

/// Pushes deliveries to webhooks. It reports the outcome of an attempt, and does not decide about the next one.
package protocol WebhookCarrier: Sendable {
    /// Sends a delivery. Cancelling the task ends it early.
    ///
    /// - Parameter limit: the time limit in all.
    func send(_ delivery: Delivery, to webhook: Webhook, within limit: Duration) async -> WebhookAnswer

    /// Sends a test, which is about no alert.
    func test(_ webhook: Webhook, of group: String, id: String, within limit: Duration) async -> WebhookAnswer

    /// Closes the connections; no attempt follows.
    func close() async
}

/// The outcome of an attempt.
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
