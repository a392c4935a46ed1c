package import FairKitCore

/// A way by which messages leave this process: a webhook's, the outbox's. It knows what is due and notes what became of it; when the next
/// attempt is made, and how many at once, `OutboundLane` decides. See the decision `0039-one-outbound-engine`.
package protocol OutboundChannel: Sendable {
    /// What is sent.
    associatedtype Message: Sendable
    /// What an attempt reports.
    associatedtype Answer: Sendable

    /// Messages to be sent now. If there is none, it waits until there may be one, and returns none.
    /// - Parameters:
    ///   - count: how many at most.
    ///   - rest: nothing is sent before this time; nil: the receiver works.
    /// - Throws: when the lane is over.
    func due(atMost count: Int, after rest: Timestamp?) async throws(CancellationError) -> [Message]

    /// Makes one attempt. A cancelled task ends it early.
    func send(_ message: Message) async -> Answer

    /// What an answer means.
    func verdict(on answer: Answer) -> Verdict

    /// Notes what became of an attempt.
    /// - Parameter rest: as long as the receiver is left alone; nil: it works.
    /// - Throws: when the lane is over.
    func settle(
        _ message: Message, after attempt: Attempt<Answer>, until rest: Timestamp?
    ) async throws(CancellationError)

    /// Logs that the receiver has failed too often, or works again.
    func log(isResting: Bool, after answer: Answer)
}

/// What an attempt means for what comes next.
package enum Verdict: Hashable, Sendable {
    /// The receiver answers: it has the message, or wants it later, or never.
    case answered
    /// The receiver does not work.
    case failed
    /// The attempt was cut off, and counts as none.
    case stopped
}

/// One attempt to send a message.
package struct Attempt<Answer: Sendable>: Sendable {
    package let answer: Answer
    package let began: Timestamp
    package let took: Duration
}
