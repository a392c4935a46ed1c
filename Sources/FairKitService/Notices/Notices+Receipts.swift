import Coordination
import CoreMetrics
package import FairKitCore
package import FairKitStore

/// The outcome of a provider's receipt. The texts are labels of metrics; append only.
package enum ReceiptOutcome: String, Sendable, CaseIterable {
    case delivered
    case failed
    /// The number no longer takes messages, and is disabled.
    case gone
    /// The message is still on its way.
    case underway
    /// It was known before: the receipt is a repetition, or came late.
    case unchanged
    /// No message has this reference.
    case unknown
}

extension Notices {
    /// Stores what a provider reported about a message. The same receipt again changes nothing, and a message that has
    /// arrived stays so, in whatever order receipts come.
    ///
    /// - Parameters:
    ///   - receipt: its signature was checked.
    ///   - timeout: how long the receipt waits for its message. A provider can be faster than the store of the
    ///     provider's answer.
    package func record(
        _ receipt: MessageReceipt, within timeout: Duration = .zero
    ) async throws(DatabaseError) -> ReceiptOutcome {
        guard receipt.state != .underway else { return .underway }
        guard let found = try await send(of: receipt, within: timeout) else { return .unknown }
        let now = tenant.now()
        let (outcome, isEscalated) = try await tenant.store.write(in: found.lane == .critical ? .critical : .normal) {
            (tx) throws(DatabaseError) in try Notices.record(receipt, about: found, at: now, in: tx)
        }
        if isEscalated { countEscalated() }
        return outcome
    }

    /// The message that a receipt is about; nil: none has its reference.
    private func send(
        of receipt: MessageReceipt, within timeout: Duration
    ) async throws(DatabaseError) -> NoticeSend? {
        let (store, stopwatch) = (tenant.store, Stopwatch(tenant.clock))
        while true {
            let seen = store.commits.count
            let found = try await store.read(in: .urgent) { (tx) throws(DatabaseError) in
                try tx.send(over: receipt.channel, reference: receipt.reference)
            }
            let left = timeout - stopwatch.elapsed
            guard found == nil, left > .zero, !Task.isCancelled else { return found }
            await withDeadline(left, clock: tenant.clock) { await store.commits.more(than: seen) }
            // There may be thousands of commits a second.
            try? await tenant.clock.sleep(for: .milliseconds(20))
        }
    }

    /// Counts a step that is due earlier because no message of the step before it arrived.
    func countEscalated() {
        Counter(label: "fairkit_escalation_steps_advanced_total", factory: tenant.metrics).increment()
    }

    fileprivate static func record(
        _ receipt: MessageReceipt, about send: NoticeSend, at now: Timestamp, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> (ReceiptOutcome, isEscalated: Bool) {
        guard receipt.state != .delivered else {
            return (try tx.logArrival(of: send.id, at: now) ? .delivered : .unchanged, false)
        }
        let error = receipt.error
        guard try tx.logLoss(of: send.id, error: error, at: now), let notice = try tx.notice(send.notice) else {
            return (.unchanged, false)
        }
        if receipt.state == .gone { try disableContact(of: send, for: error, at: now, in: tx) }
        try logFailure(of: notice, over: send.channel, to: nil, for: error, at: now, in: tx)
        let isEscalated = try Escalation.escalateIfUnreached(by: notice, at: now, in: tx)
        return (receipt.state == .gone ? .gone : .failed, isEscalated)
    }

    /// Disables the contact point of a send that no longer takes messages, and tells its owner over another channel; of
    /// a team, the administrators.
    static func disableContact(
        of send: NoticeSend, for reason: String, at now: Timestamp, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) {
        guard let id = send.contact, try tx.disableContactPoint(id, for: reason, at: now),
            let contact = try tx.contactPoint(id)
        else { return }
        var facts = NoticeFacts()
        facts.channel = contact.kind.rawValue
        switch contact.owner {
        case .account(let account): try notify(Notice(to: .account(account), .contactDisabled, facts, at: now), in: tx)
        case .team(let team):
            facts.team = try tx.team(team)?.name
            for administrator in try tx.administrators() {
                try notify(Notice(to: .account(administrator), .teamContactDisabled, facts, at: now), in: tx)
            }
        }
    }
}

extension MessageReceipt {
    /// The stored error of a loss: the provider's code only if it is a number, since a text may be anything.
    fileprivate var error: String {
        guard let code, (1...6).contains(code.utf8.count), code.utf8.allSatisfy({ (48...57).contains($0) }) else {
            return "undelivered"
        }
        return "undelivered \(code)"
    }
}
