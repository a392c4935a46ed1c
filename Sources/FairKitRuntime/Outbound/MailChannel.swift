import Coordination
import FairKitCore
import FairKitService
import FairKitStore
import Logging
import Mail

/// The outbox as an outbound channel. Without a mail server all mails wait, and expired ones are given up.
///
/// A mail is sent at least once: if the process dies before it has stored that the mail server took a mail, the next
/// process sends it again with the same Message-ID. See decision 0021.
struct MailChannel: OutboundChannel {
    let store: Store
    let tenant: TenantName
    let leadership: Leadership
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
                if !due.isEmpty, leadership.begin(sending: due.count) { return due }
            }
            way?.carrier.close()
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
        // Another server may be sending it by now.
        guard leadership.isHeld else { return MailAnswer(.stopped) }
        let name = (try? await store.read { (tx) throws(DatabaseError) in try tx.settings().displayName }) ?? nil
        let sender = name ?? DisplayName(of: tenant)
        let answer = await way?.send(mail, from: sender) ?? MailAnswer(.stopped)
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

    /// Nothing else is sent until the outcome is stored, so that a mail is not sent over and over.
    func settle(
        _ mail: OutboxMail, after attempt: Attempt<MailAnswer>, until rest: Timestamp?
    ) async throws(CancellationError) {
        defer { leadership.endSending() }
        let delay = Backoff.postponedMail.delay(after: mail.attempts, random: random())
        let due = rest ?? now().advanced(by: max(.seconds(1), delay))
        while true {
            let now = now()
            do throws(DatabaseError) {
                return try await store.write { (tx) throws(DatabaseError) in
                    try tx.settleMail(mail.id, attempt.answer, due: due, at: now)
                }
            } catch {
                try await wait(after: error)
            }
        }
    }

    func log(isResting: Bool, after answer: MailAnswer, of mail: OutboxMail) {
        if isResting {
            logger.warning("mail can't be sent at the moment", metadata: ["outcome": "\(answer.reason)"])
        } else {
            logger.notice("mail can be sent again")
        }
    }

    private func wait(after error: DatabaseError) async throws(CancellationError) {
        // On a full disk everything waits, and `DiskReserveKeeper` reports that.
        if error.remedy != .room {
            logger.error("the outbox could not be read or changed", metadata: ["error": "\(error)"])
        }
        try await wait(until: now().advanced(by: .seconds(10)), beyond: store.commits.count)
    }

    /// Waits for a time or a commit, but at most a minute, because the system clock may be set.
    private func wait(until next: Timestamp?, beyond seen: Int) async throws(CancellationError) {
        // There may be thousands of commits a second, and a mail can wait one second.
        do { try await clock.sleep(for: .seconds(1)) } catch { throw CancellationError() }
        guard let next else { return await store.commits.more(than: seen) }
        let pause = max(.zero, min(now().distance(to: next), .seconds(60)))
        await withDeadline(pause, clock: clock) { [store] in await store.commits.more(than: seen) }
    }
}
