import Coordination
import FairKitCore
import FairKitService
import FairKitStore
import Logging
import Synchronization

/// The sends of one channel in one lane.
///
/// A message is sent at least once: if the process dies before it has stored that the provider accepted it, the next
/// process sends it again with the same id.
struct NoticeChannel: OutboundChannel {
    let kind: ContactKind
    let lane: NoticeSend.Lane
    let carrier: any MessageCarrier
    let tenant: Tenancy
    let leadership: Leadership
    let random: @Sendable () -> Double
    let metrics: NoticeMetrics
    let logger: Logger
    /// Sends whose attempt has not ended: they still wait in the store.
    let underway = Underway()
    let receivers: NoticeReceivers

    func due(atMost count: Int, after rest: Timestamp?) async throws(CancellationError) -> [DueSend] {
        let (next, seen): (Timestamp?, Int)
        do throws(DatabaseError) {
            if let rest {
                (next, seen) = (rest, tenant.store.commits.count)
            } else {
                seen = tenant.store.commits.count
                let found = try await tenant.notices.due(
                    over: kind, in: lane, except: underway.ids.union(receivers.held), limit: count)
                let (due, later) = receivers.admit(found, at: tenant.now())
                var isSending = false
                defer {
                    if !isSending { for due in due { _ = receivers.end(due, works: nil, at: tenant.now(), random: 0) } }
                }
                if !later.isEmpty { try await tenant.notices.postpone(later, in: lane) }
                if !due.isEmpty, leadership.begin(sending: due.count) {
                    isSending = true
                    underway.begin(due.map(\.send.id))
                    return due
                }
                next = try await tenant.notices.nextDue(over: kind, in: lane)
            }
        } catch {
            logger.error("messages could not be read", metadata: ["channel": "\(kind.rawValue)", "error": "\(error)"])
            try await pause(.seconds(1))
            return []
        }
        try await wait(until: next, beyond: seen)
        return []
    }

    func send(_ due: DueSend) async -> SendAnswer {
        // Another server may be sending it by now.
        let answer =
            leadership.isHeld ? await carrier.send(due.message, to: due.address) : SendAnswer(.stopped)
        // A host that answers works: a forged subscription must not stop the push service of all others.
        let works: Bool? =
            switch outcome(of: answer) {
            case .answered: true
            case .failed: answer.status != nil
            case .stopped: nil
            }
        if let rests = receivers.end(due, works: works, at: tenant.now(), random: random()) {
            log(isResting: rests, after: answer, of: due)
        }
        return answer
    }

    /// A host that a user chose says nothing of the channel.
    func verdict(on answer: SendAnswer) -> Verdict {
        let verdict = outcome(of: answer)
        return kind.isChosenByReceiver && verdict == .failed ? .answered : verdict
    }

    private func outcome(of answer: SendAnswer) -> Verdict {
        switch answer.outcome {
        case .accepted, .refused, .gone, .postponed: .answered
        case .stopped: .stopped
        case .unauthorized, .unknownHost, .unreachable, .tlsError, .timeout, .disconnected, .malformed, .privateAddress,
            .unconfigured, .withoutTLS:
            .failed
        }
    }

    func settle(
        _ send: DueSend, after attempt: Attempt<SendAnswer>, until rest: Timestamp?
    ) async throws(CancellationError) {
        let answer = attempt.answer
        metrics.tried(kind, answer.outcome, in: attempt.took)
        let backoff = Backoff.notice(lane)
        let delay = backoff.delay(after: send.send.attempts, random: random())
        let asked = answer.retryAfter?.delay ?? .zero
        let rest = rest ?? receivers.rest(of: send)
        let again = tenant.now().advanced(by: max(delay, min(asked, backoff.cap)))
        // A person waits for a link: it is sent as soon as the mail server works again.
        let due = lane == .accounts ? rest ?? again : rest.map { max($0, again) } ?? again
        defer {
            underway.end(send.send.id)
            leadership.endSending()
        }
        while true {
            do throws(DatabaseError) {
                return try await tenant.notices.settle(send, answer, due: due)
            } catch {
                logger.error(
                    "the outcome of a message could not be stored",
                    metadata: ["channel": "\(kind.rawValue)", "send": "\(send.send.id)", "error": "\(error)"])
                try await pause(.seconds(1))
            }
        }
    }

    func log(isResting: Bool, after answer: SendAnswer, of due: DueSend) {
        logger.log(
            level: isResting ? .warning : .notice,
            kind.isChosenByReceiver
                ? isResting
                    ? "a receiver's host fails: the server only probes it until it works"
                    : "a receiver's host works again"
                : isResting ? "a channel fails: the server only probes it until it works" : "a channel works again",
            metadata: [
                "channel": "\(kind.rawValue)", "send": "\(due.send.id)", "outcome": "\(answer.outcome.rawValue)",
            ])
    }

    private func pause(_ time: Duration) async throws(CancellationError) {
        do { try await tenant.clock.sleep(for: time) } catch { throw CancellationError() }
    }

    /// Waits for a time or a commit, but at most a minute, because the system clock may be set.
    private func wait(until next: Timestamp?, beyond seen: Int) async throws(CancellationError) {
        let store = tenant.store
        let limit = next.map { max(.zero, min(tenant.now().distance(to: $0), .seconds(60))) } ?? .seconds(60)
        await withDeadline(limit, clock: tenant.clock) { await store.commits.more(than: seen) }
        // There may be thousands of commits a second. An attempt that is under way keeps its send due, so this also
        // bounds how often the store is asked meanwhile.
        try await pause(lane == .critical ? .milliseconds(20) : .milliseconds(500))
    }
}

/// The ids of sends whose attempt has not ended.
final class Underway: Sendable {
    private let state = Mutex<Set<NoticeSendID>>([])

    var ids: Set<NoticeSendID> { state.withLock { $0 } }

    func begin(_ ids: [NoticeSendID]) {
        state.withLock { $0.formUnion(ids) }
    }

    func end(_ id: NoticeSendID) {
        state.withLock { _ = $0.remove(id) }
    }
}
