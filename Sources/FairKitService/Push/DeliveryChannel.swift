package import FairKitCore

/// A way by which deliveries are sent. It tells what became of an attempt, and decides nothing about the next.
package protocol DeliveryChannel<Target>: Sendable {
    /// Where to, and what for.
    associatedtype Target: Sendable

    /// As it is noted.
    var name: SendChannel { get }

    /// Sends a delivery. A cancelled task ends it early.
    /// - Parameter limit: how long it may take in all.
    func send(_ delivery: Delivery, to target: Target, within limit: Duration) async -> SendAnswer

    /// Ends connections; nothing is sent any more.
    func close() async
}

/// What became of an attempt to send.
package struct SendAnswer: Hashable, Sendable {
    package let outcome: SendOutcome
    package let httpStatus: Int?
    /// When the receiver wants to hear of it again.
    package let retryAfter: RetryAfter?

    package init(_ outcome: SendOutcome, httpStatus: Int? = nil, retryAfter: RetryAfter? = nil) {
        self.outcome = outcome
        self.httpStatus = httpStatus
        self.retryAfter = retryAfter
    }
}
