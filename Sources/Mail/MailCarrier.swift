package import FairKitCore

/// Somebody who takes mail out of this process. It tells what became of an attempt, and decides nothing about the next.
package protocol MailCarrier: Sendable {
    /// Sends a message. A cancelled task ends it early.
    func send(_ message: MailMessage) async -> MailAnswer

    /// There is nothing more to send for now.
    func hangUp()
}
