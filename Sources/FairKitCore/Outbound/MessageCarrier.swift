/// Sends messages over one channel. It reports the outcome, and does not decide about the next attempt.
package protocol MessageCarrier: Sendable {
    /// - Parameter address: of the contact point, in the form of its kind.
    func send(_ message: OutgoingMessage, to address: String) async -> SendAnswer
    func close() async
}
