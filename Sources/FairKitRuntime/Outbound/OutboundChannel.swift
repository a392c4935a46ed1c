package import FairKitCore

/// A source of outgoing messages: a webhook's deliveries, or the notices of a channel. It finds due messages and stores outcomes;
/// `OutboundLane` decides when to send, and how many at once. See decision 0039.
package protocol OutboundChannel: Sendable {
    /// A message to send.
    associatedtype Message: Sendable
    /// The report of an attempt.
    associatedtype Answer: Sendable

    /// The messages to send now. If there are none, it waits until there may be some, and returns none.
    ///
    /// - Parameters:
    ///   - count: the most messages.
    ///   - rest: nothing is sent before this time; nil: the receiver works.
    /// - Throws: when the channel has ended.
    func due(atMost count: Int, after rest: Timestamp?) async throws(CancellationError) -> [Message]

    /// Makes one attempt. A cancelled task ends it early.
    func send(_ message: Message) async -> Answer

    /// The meaning of an answer for the next attempts.
    func verdict(on answer: Answer) -> Verdict

    /// Stores the outcome of an attempt.
    ///
    /// - Parameter rest: nothing is sent before this time; nil: the receiver works.
    /// - Throws: when the channel has ended.
    func settle(
        _ message: Message, after attempt: Attempt<Answer>, until rest: Timestamp?
    ) async throws(CancellationError)

    /// Logs that the receiver keeps failing, or works again.
    func log(isResting: Bool, after answer: Answer, of message: Message)
}

/// The meaning of an attempt for the next ones.
package enum Verdict: Hashable, Sendable {
    /// The receiver answered: it accepted the message, wants it later, or refused it.
    case answered
    /// The receiver failed.
    case failed
    /// The attempt was cancelled, and does not count.
    case stopped
}

/// One attempt to send a message.
package struct Attempt<Answer: Sendable>: Sendable {
    package let answer: Answer
    package let began: Timestamp
    package let took: Duration
}
