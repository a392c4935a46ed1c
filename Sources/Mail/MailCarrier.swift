package import FairKitCore

/// Carries mail out of this process. It reports the outcome of an attempt; the caller decides about the next one.
package protocol MailCarrier: Sendable {
    /// Sends a message. A cancelled task ends it early.
    func send(_ message: MailMessage) async -> SendAnswer

    /// Closes the connection: there is no more mail for now.
    func close()
}
