import FairKitCore
import FairKitService
import FairKitStore
import Logging
import ServiceLifecycle
import Webhook

/// The deliveries of one lane of a group with a webhook. It is a consumer like others: it claims, sends, and acks or
/// releases. If it fails, its leases expire, and no delivery is lost. See decision 0016.
struct WebhookChannel: OutboundChannel {
    let lane: DeliveryLane
    let group: String
    let webhook: Webhook
    let push: PushDeliveries

    /// The timeout of a request, within the lease of a critical delivery.
    private static var timeout: Duration { .seconds(5) }
    /// Instead of the group's lease: a request takes at most five seconds, and after a crash the lease expires soon.
    private static var leaseSeconds: Int { 8 }
    private static let caller = Caller(
        subject: Subject(.server, role: .consumer), route: "webhook", requestID: "webhook")

    func due(atMost count: Int, after rest: Timestamp?) async throws(CancellationError) -> [Delivery] {
        guard !push.tenant.waiters.isStopped else { throw CancellationError() }
        if let rest {
            try await pause(min(push.tenant.now().distance(to: rest), .seconds(1)))
            return []
        }
        do {
            let request = try ClaimRequest(
                group: group, consumer: Deliveries.pushConsumer, limit: count,
                leaseSeconds: WebhookChannel.leaseSeconds, waitSeconds: ClaimRequest.waits.upperBound, lanes: [lane],
                webhook: webhook)
            return try await push.tenant.deliveries.claim(request, by: WebhookChannel.caller)
        } catch Refusal<ClaimFailure>.own(.groupUnknown), Refusal<ClaimFailure>.own(.groupDisabled) {
            // The group was deleted or disabled, or its webhook changed; this lane is about to be stopped.
        } catch {
            push.logger.error(
                "deliveries for a webhook could not be claimed", metadata: ["group": "\(group)", "error": "\(error)"])
        }
        try await pause(.seconds(1))
        return []
    }

    private func pause(_ time: Duration) async throws(CancellationError) {
        do {
            try await cancelWhenGracefulShutdown { try await push.tenant.clock.sleep(for: time) }
        } catch { throw CancellationError() }
    }

    func send(_ delivery: Delivery) async -> WebhookAnswer {
        // A response after the lease has expired would not count.
        let lease = push.tenant.now().distance(to: delivery.leaseExpiresAt) - .milliseconds(500)
        return await push.carrier.send(
            delivery, to: webhook, within: max(.seconds(1), min(WebhookChannel.timeout, lease)))
    }

    func verdict(on answer: WebhookAnswer) -> Verdict {
        switch answer.outcome {
        case .delivered: .answered
        case .stopped: .stopped
        case .redirected, .gone, .rejected, .failed, .timeout, .tlsError, .unknownHost, .privateAddress, .insecure,
            .unreachable, .disconnected, .malformed:
            .failed
        }
    }

    func settle(_ delivery: Delivery, after attempt: Attempt<WebhookAnswer>, until rest: Timestamp?) async {
        let answer = attempt.answer
        push.metrics.record(answer.outcome, in: attempt.took)
        let (seconds, attoseconds) = attempt.took.components
        let noted = DeliveryAttempt(
            at: attempt.began, alertID: delivery.alert.id, delivery: delivery.number, channel: .webhook,
            outcome: answer.outcome, httpStatus: answer.httpStatus,
            milliseconds: seconds * 1000 + attoseconds / 1_000_000_000_000_000, attempt: delivery.attempts + 1)
        do {
            try await push.tenant.deliveries.settle(
                noted, delivery.token, due: due(of: delivery, after: answer), in: group, by: WebhookChannel.caller)
        } catch .own(.stale), .own(.groupDisabled), .own(.groupUnknown) {
            // The answer came too late. If the alert is still to be told, it is pushed again with the same idempotency key.
            push.logger.notice(
                "a push ended after its lease, so its outcome does not count",
                metadata: ["group": "\(group)", "delivery": "\(delivery.number)", "alert": "\(delivery.alert.id)"])
        } catch {
            // The lease expires, and the delivery is pushed again with the same idempotency key.
            push.logger.warning(
                "the outcome of a delivery attempt could not be stored",
                metadata: ["group": "\(group)", "delivery": "\(delivery.number)", "error": "\(error)"])
        }
    }

    /// When a delivery becomes visible again after a failed attempt; nil: at once.
    private func due(of delivery: Delivery, after answer: WebhookAnswer) -> Timestamp? {
        guard answer.outcome != .stopped else { return nil }
        let delay = Backoff.standard(for: lane).delay(after: delivery.attempts, random: push.random())
        let asked = answer.retryAfter.map { min($0.delay, RetryAfter.most(for: lane)) } ?? .zero
        return push.tenant.now().advanced(by: max(delay, asked))
    }

    func log(isResting: Bool, after answer: WebhookAnswer, of delivery: Delivery) {
        push.logger.log(
            level: isResting ? .warning : .notice,
            isResting ? "a webhook fails: the server only probes it until it works" : "a webhook works again",
            metadata: [
                "group": "\(group)", "alert": "\(delivery.alert.id)",
                "outcome": "\(answer.outcome.reason(status: answer.httpStatus))",
            ])
    }
}
