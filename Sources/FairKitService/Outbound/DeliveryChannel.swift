package import FairKitCore

/// A channel that pushes deliveries to a receiver. It reports the outcome of an attempt; retries are decided elsewhere.
package protocol DeliveryChannel<Target>: Sendable {
    /// The receiver's address and settings.
    associatedtype Target: Sendable

    /// The name that is stored with each attempt.
    var name: ChannelName { get }

    /// Sends a delivery. A cancelled task ends it early.
    /// - Parameter limit: how long it may take in all.
    func send(_ delivery: Delivery, to target: Target, within limit: Duration) async -> AttemptResult

    /// Closes the connections; no attempt follows.
    func close() async
}

/// What an attempt reports.
package struct AttemptResult: Hashable, Sendable {
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
