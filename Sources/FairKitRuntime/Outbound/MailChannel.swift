import Coordination
import FairKitCore
import FairKitService
import FairKitStore
import Logging
import Mail

/// What waits in the outbox. Without a mail server all waits, and what has expired is given up.
///
/// A mail is sent at least once: if the process dies before it has noted that the server took it, the same goes out again under the
/// same Message-ID. See the decision `0021-outbox`.
struct MailChannel: OutboundChannel {
    let store: Store
    let way: MailWay?
    let now: Now
    let clock: any Clock<Duration>
    let random: @Sendable () -> Double
    let metrics: MailMetrics
    let logger: Logger

    func due(atMost count: Int, after rest: Timestamp?) async throws(CancellationError) -> [OutboxMail] {
        let (next, seen): (Timestamp?, Int)
        do throws(DatabaseError) {
            try await expire()
            if way != nil, count > 0, !store.isDiskFull {
                let now = now()
                let due = try await store.read { (tx) throws(DatabaseError) in try tx.dueMails(at: now, limit: count) }
                guard due.isEmpty else { return due }
            }
            way?.carrier.hangUp()
            seen = store.commits.count
            let isSending = way != nil
            next = try await store.read { (tx) throws(DatabaseError) in try tx.nextMail(sends: isSending) }
        } catch {
            try await wait(after: error)
            return []
        }
        try await wait(until: next.map { max($0, rest ?? $0) }, beyond: seen)
        return []
    }

    private func expire() async throws(DatabaseError) {
        let now = now()
        let next = try await store.read { (tx) throws(DatabaseError) in try tx.nextMail(sends: false) }
        guard let next, next <= now else { return }
        while try await store.write({ (tx) throws(DatabaseError) in try tx.expireMails(at: now) }) > 0 {}
    }

    func send(_ mail: OutboxMail) async -> MailAnswer {
        let answer = await way?.send(mail) ?? MailAnswer(.stopped)
        metrics.tried(answer.outcome)
        if answer.outcome == .refused {
            logger.warning("a mail was refused", metadata: ["mail": "\(mail.id)", "outcome": "\(answer.reason)"])
        }
        return answer
    }

    func verdict(on answer: MailAnswer) -> Verdict {
        switch answer.outcome {
        case .sent, .refused, .postponed: .answered
        case .stopped: .stopped
        case .unknownHost, .unreachable, .tlsError, .withoutTLS, .loginRefused, .timeout, .disconnected: .failed
        }
    }

    /// Nothing else is sent until it is noted what became of a mail, lest the same mail goes out again and again.
    func settle(
        _ mail: OutboxMail, after attempt: Attempt<MailAnswer>, until rest: Timestamp?
    ) async throws(CancellationError) {
        let delay = Backoff.postponedMail.delay(after: mail.attempts, random: random())
        let due = rest ?? now().advanced(by: max(.seconds(1), delay))
        while true {
            let now = now()
            do throws(DatabaseError) {
                return try await store.write { (tx) throws(DatabaseError) in
                    try tx.settle(mail.id, attempt.answer, due: due, at: now)
                }
            } catch {
                try await wait(after: error)
            }
        }
    }

    func log(isResting: Bool, after answer: MailAnswer) {
        if isResting {
            logger.warning("mail can't be sent for now", metadata: ["outcome": "\(answer.reason)"])
        } else {
            logger.notice("mail can be sent again")
        }
    }

    private func wait(after error: DatabaseError) async throws(CancellationError) {
        // On a full disk everybody waits, and that is said elsewhere.
        if error.remedy != .room {
            logger.error("the outbox could not be read or changed", metadata: ["error": "\(error)"])
        }
        try await wait(until: now().advanced(by: .seconds(10)), beyond: store.commits.count)
    }

    /// Waits for a time, or for a commit; for a minute at most, since clocks are set.
    private func wait(until next: Timestamp?, beyond seen: Int) async throws(CancellationError) {
        // Commits come by the thousand, and a mail has a second.
        do { try await clock.sleep(for: .seconds(1)) } catch { throw CancellationError() }
        guard let next else { return await store.commits.more(than: seen) }
        let pause = max(.zero, min(now().distance(to: next), .seconds(60)))
        await withDeadline(pause, clock: clock) { [store] in await store.commits.more(than: seen) }
    }
}
