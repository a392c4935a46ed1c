import Coordination
package import CoreMetrics
package import FairKitCore
package import FairKitStore
package import Logging
import Mail
import ServiceLifecycle

/// Sends what waits in the outbox, one mail after the other, and gives up what has expired. Without a mail server all waits.
///
/// A mail is sent at least once: if the process dies before it has noted that the server took it, the same goes out again under the
/// same Message-ID. See the decision `0021-outbox`.
package struct SendMail<Time: Clock<Duration>>: Service {
    private let store: Store
    private let way: MailWay?
    private let now: Now
    private let clock: Time
    private let random: @Sendable () -> Double
    private let metrics: MailMetrics
    private let logger: Logger

    /// What is known of the mail server, and of the last mail.
    private struct Line {
        /// Attempts that failed one after the other because of the server.
        var failures = 0
        /// It is not tried before.
        var restsUntil: Timestamp?
        /// What became of a mail, as long as the store could not take it: nothing else is sent until then, lest the same mail goes out
        /// again and again.
        var unnoted: Attempt?
    }

    private struct Attempt {
        let id: MailID
        let answer: MailAnswer
        let due: Timestamp
    }

    /// - Parameters:
    ///   - way: nil: there is no mail server.
    ///   - random: from 0 to 1, 1 excluded; spreads what is tried again.
    package init(
        store: Store, way: MailWay?, now: @escaping Now, clock: Time, random: @escaping @Sendable () -> Double,
        metrics: any MetricsFactory = NOOPMetricsHandler.instance, logger: Logger
    ) {
        self.store = store
        self.way = way
        self.now = now
        self.clock = clock
        self.random = random
        self.metrics = MailMetrics(metrics)
        self.logger = logger
    }

    package func run() async throws {
        try? await cancelWhenGracefulShutdown {
            var line = Line()
            while true {
                let (next, seen) = await work(&line)
                // Commits come by the thousand, and a mail has a second.
                try await clock.sleep(for: .seconds(1))
                await wait(until: next, beyond: seen)
            }
        }
    }

    /// Does all that is to be done now.
    /// - Returns: when there is more, and how many commits that takes into account.
    private func work(_ line: inout Line) async -> (next: Timestamp?, seen: Int) {
        var seen = store.commits.count
        do throws(DatabaseError) {
            try await note(&line)
            try await expire()
            if let way { try await send(by: way, &line) }
            seen = store.commits.count
            let isSending = way != nil
            let next = try await store.read { (tx) throws(DatabaseError) in try tx.nextMail(sends: isSending) }
            return (next.map { max($0, line.restsUntil ?? $0) }, seen)
        } catch {
            // On a full disk everybody waits, and that is said elsewhere.
            if error.remedy != .room {
                logger.error("the outbox could not be read or changed", metadata: ["error": "\(error)"])
            }
            return (now().advanced(by: .seconds(10)), store.commits.count)
        }
    }

    /// Waits for a time, or for a commit; for a minute at most, since clocks are set.
    private func wait(until next: Timestamp?, beyond seen: Int) async {
        guard let next else { return await store.commits.more(than: seen) }
        let pause = max(.zero, min(now().distance(to: next), .seconds(60)))
        await withDeadline(pause, clock: clock) { [store] in await store.commits.more(than: seen) }
    }

    private func expire() async throws(DatabaseError) {
        let now = now()
        let next = try await store.read { (tx) throws(DatabaseError) in try tx.nextMail(sends: false) }
        guard let next, next <= now else { return }
        while try await store.write({ (tx) throws(DatabaseError) in try tx.expireMails(at: now) }) > 0 {}
    }

    private func send(by way: MailWay, _ line: inout Line) async throws(DatabaseError) {
        defer { way.carrier.hangUp() }
        while !Task.isCancelled, !store.isDiskFull {
            let now = now()
            if let rest = line.restsUntil, rest > now { return }
            let due = try await store.read { (tx) throws(DatabaseError) in try tx.dueMails(at: now, limit: 1) }
            guard let mail = due.first else { return }
            let answer = await way.send(mail)
            line.unnoted = Attempt(id: mail.id, answer: answer, due: judge(answer, of: mail, &line))
            try await note(&line)
            if answer.outcome == .stopped { return }
        }
    }

    /// - Returns: when the mail is tried again, if it is.
    private func judge(_ answer: MailAnswer, of mail: OutboxMail, _ line: inout Line) -> Timestamp {
        metrics.tried(answer.outcome)
        guard answer.outcome.isOfServer else {
            if line.failures > 0 { logger.notice("mail can be sent again") }
            line = Line()
            if answer.outcome == .refused {
                logger.warning("a mail was refused", metadata: ["mail": "\(mail.id)", "outcome": "\(answer.reason)"])
            }
            return later(Backoff.postponedMail, after: mail.attempts)
        }
        let due = later(Backoff.mailServer, after: line.failures)
        guard answer.outcome != .stopped else { return due }
        if line.failures == 0 {
            logger.warning("mail can't be sent for now", metadata: ["outcome": "\(answer.reason)"])
        }
        line.failures += 1
        line.restsUntil = due
        return due
    }

    private func later(_ backoff: Backoff, after attempts: Int) -> Timestamp {
        now().advanced(by: max(.seconds(1), backoff.delay(after: attempts, random: random())))
    }

    /// Notes what became of the last mail.
    private func note(_ line: inout Line) async throws(DatabaseError) {
        guard let attempt = line.unnoted else { return }
        let now = now()
        try await store.write { (tx) throws(DatabaseError) in
            try tx.settle(attempt.id, attempt.answer, due: attempt.due, at: now)
        }
        line.unnoted = nil
    }
}
