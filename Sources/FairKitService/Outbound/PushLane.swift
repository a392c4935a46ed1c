import Coordination
import FairKitCore
import FairKitStore
import Logging
import ServiceLifecycle
import Synchronization

/// The receiver of a lane, with its circuit breaker. Each lane has its own breaker, so that other alerts that hang hold no critical one
/// back.
final class Receiver: Sendable {
    let group: String
    let webhook: Webhook
    let breaker = Mutex(CircuitBreaker())

    init(_ webhook: WebhookOfGroup) {
        group = webhook.group
        self.webhook = webhook.webhook
    }
}

/// Pushes the deliveries of one lane of a group until its task is cancelled or the server stops. Critical alerts have a lane of their
/// own, so that slow requests for others do not hold them up.
struct PushLane: Sendable {
    let lane: DeliveryLane
    let receiver: Receiver
    let push: PushDeliveries
    private let permits = Permits(PushLane.maxConcurrent)

    /// How many requests run at the same time.
    static let maxConcurrent = 8
    /// The timeout of a request, within the lease of a critical delivery.
    private static let timeout = Duration.seconds(5)
    /// Instead of the group's lease: a request takes five seconds at most, and after a crash the lease ends soon.
    private static let leaseSeconds = 8
    private static let caller = Caller(subject: Subject(.server, role: .consumer), requestID: "webhook")

    init(_ lane: DeliveryLane, to receiver: Receiver, push: PushDeliveries) {
        self.lane = lane
        self.receiver = receiver
        self.push = push
    }

    private var isRunning: Bool { !Task.isCancelled && !Task.isShuttingDownGracefully && !push.bell.isStopped }

    func run() async {
        await withDiscardingTaskGroup { requests in
            while isRunning {
                let free = await permits.available()
                guard isRunning else { return }
                switch receiver.breaker.withLock({ $0.permit(for: lane, at: push.now()) }) {
                // The other lane's probe may end it earlier.
                case .nothing(let until): await pause(min(push.now().distance(to: until), .seconds(1)))
                case .one:
                    // Its outcome decides what may go out next.
                    for delivery in await claim(1) {
                        receiver.breaker.withLock { $0.beginProbe(at: push.now()) }
                        await send(delivery)
                    }
                case .everything:
                    let leased = await claim(free)
                    permits.take(leased.count)
                    for delivery in leased {
                        requests.addTask {
                            await send(delivery)
                            permits.giveBack()
                        }
                    }
                }
            }
        }
    }

    private func claim(_ count: Int) async -> [Delivery] {
        let request = ClaimAlerts.Request(
            group: receiver.group, consumer: ClaimAlerts.pushConsumer, limit: count,
            leaseSeconds: PushLane.leaseSeconds,
            waitSeconds: ClaimAlerts.Request.waits.upperBound, lanes: [lane])
        do {
            return try await push.claim(request, by: PushLane.caller)
        } catch .groupUnknown {
            // The group was removed; this lane is about to be stopped.
            await pause(.seconds(1))
            return []
        } catch {
            push.logger.error(
                "deliveries for a webhook could not be claimed",
                metadata: ["group": "\(receiver.group)", "error": "\(error)"])
            await pause(.seconds(1))
            return []
        }
    }

    private func pause(_ time: Duration) async {
        _ = try? await cancelWhenGracefulShutdown { try await push.clock.sleep(for: time) }
    }

    private func send(_ delivery: Delivery) async {
        let began = push.now()
        // An answer after the end of the lease would not count.
        let lease = began.distance(to: delivery.leaseExpiresAt) - .milliseconds(500)
        var result = AttemptResult(.stopped)
        let time = await push.clock.measure {
            result = await push.channel.send(
                delivery, to: receiver.webhook, within: max(.seconds(1), min(PushLane.timeout, lease)))
        }
        push.metrics.record(result.outcome, in: time)
        note(result)
        let (seconds, attoseconds) = time.components
        let attempt = DeliveryAttempt(
            at: began, alertID: delivery.alert.id, delivery: delivery.number, channel: push.channel.name,
            outcome: result.outcome, httpStatus: result.httpStatus,
            milliseconds: seconds * 1000 + attoseconds / 1_000_000_000_000_000, attempt: delivery.attempts + 1)
        do {
            try await push.settle(
                attempt, delivery.token, due: due(of: delivery, after: result), in: receiver.group, by: PushLane.caller)
        } catch {
            // The lease expires, and the delivery is pushed again with the same idempotency key.
            push.logger.warning(
                "the outcome of a delivery attempt could not be stored",
                metadata: ["group": "\(receiver.group)", "delivery": "\(delivery.number)", "error": "\(error)"])
        }
    }

    /// When a delivery becomes visible again after a failed attempt; nil: at once.
    private func due(of delivery: Delivery, after result: AttemptResult) -> Timestamp? {
        guard result.outcome != .stopped else { return nil }
        let delay = Backoff.standard(for: lane).delay(after: delivery.attempts, random: push.random())
        let asked = result.retryAfter.map { min($0.delay, RetryAfter.most(for: lane)) } ?? .zero
        return push.now().advanced(by: max(delay, asked))
    }

    /// Reports the outcome to the breaker, and logs when that opens or closes.
    private func note(_ result: AttemptResult) {
        guard result.outcome != .stopped else { return }
        let (before, after) = receiver.breaker.withLock { breaker in
            let before = breaker.isOpen
            if result.outcome == .delivered { breaker.succeed() } else { breaker.fail(at: push.now()) }
            return (before, breaker.isOpen)
        }
        guard before != after else { return }
        push.logger.log(
            level: after ? .warning : .notice,
            after ? "a webhook fails, and is only probed for now" : "a webhook works again",
            metadata: [
                "group": "\(receiver.group)", "outcome": "\(result.outcome.reason(status: result.httpStatus))",
            ])
    }
}
