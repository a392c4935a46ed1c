import Coordination
import FairKitCore
import FairKitStore
import Logging
import ServiceLifecycle
import Synchronization

/// What a lane knows of its receiver. Each lane learns for itself, so that lesser alerts that hang hold no critical one back.
final class Receiver: Sendable {
    let group: String
    let webhook: Webhook
    let breaker = Mutex(CircuitBreaker())

    init(_ webhook: WebhookOfGroup) {
        group = webhook.group
        self.webhook = webhook.webhook
    }
}

/// Sends what comes into one lane of a group, as long as its task is not cancelled and the server does not stop. Critical alerts have a lane of
/// their own, so that nothing else that takes its time holds them up.
struct PushLane: Sendable {
    let lane: DeliveryLane
    let receiver: Receiver
    let parts: PushDeliveries
    private let permits = Permits(PushLane.most)

    /// Sends at the same time.
    static let most = 8
    /// A send is over within this time, and within the lease of a critical delivery.
    private static let longest = Duration.seconds(5)
    /// Whatever the group gives: a send is over within five seconds, and nobody waits long for what a crash has left.
    private static let leaseSeconds = 8
    private static let caller = Caller(subject: Subject(.server, role: .consumer), requestID: "webhook")

    init(_ lane: DeliveryLane, to receiver: Receiver, parts: PushDeliveries) {
        self.lane = lane
        self.receiver = receiver
        self.parts = parts
    }

    private var goesOn: Bool { !Task.isCancelled && !Task.isShuttingDownGracefully && !parts.bell.isStopped }

    func run() async {
        await withDiscardingTaskGroup { sends in
            while goesOn {
                let free = await permits.available()
                guard goesOn else { return }
                switch receiver.breaker.withLock({ $0.leave(for: lane, at: parts.now()) }) {
                // The other lane's probe may end it earlier.
                case .nothing(let until): await pause(min(parts.now().distance(to: until), .seconds(1)))
                case .one:
                    // What comes next depends on what becomes of it.
                    for delivery in await claim(1) {
                        receiver.breaker.withLock { $0.probe(at: parts.now()) }
                        await send(delivery)
                    }
                case .everything:
                    let leased = await claim(free)
                    permits.take(leased.count)
                    for delivery in leased {
                        sends.addTask {
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
            return try await parts.claim(request, by: PushLane.caller)
        } catch .groupUnknown {
            // It was removed, and this lane is about to be stopped.
            await pause(.seconds(1))
            return []
        } catch {
            parts.logger.error(
                "deliveries for a webhook could not be claimed",
                metadata: ["group": "\(receiver.group)", "error": "\(error)"])
            await pause(.seconds(1))
            return []
        }
    }

    private func pause(_ time: Duration) async {
        _ = try? await cancelWhenGracefulShutdown { try await parts.clock.sleep(for: time) }
    }

    private func send(_ delivery: Delivery) async {
        let began = parts.now()
        // An answer that comes when the lease is over counts for nothing.
        let lease = began.distance(to: delivery.leaseExpiresAt) - .milliseconds(500)
        var answer = SendAnswer(.stopped)
        let time = await parts.clock.measure {
            answer = await parts.channel.send(
                delivery, to: receiver.webhook, within: max(.seconds(1), min(PushLane.longest, lease)))
        }
        parts.metrics.sent(answer.outcome, in: time)
        note(answer)
        let (seconds, attoseconds) = time.components
        let send = Send(
            at: began, alertID: delivery.alert.id, delivery: delivery.number, channel: parts.channel.name,
            outcome: answer.outcome, httpStatus: answer.httpStatus,
            milliseconds: seconds * 1000 + attoseconds / 1_000_000_000_000_000, attempt: delivery.attempts + 1)
        do {
            try await parts.settle(
                send, delivery.token, due: due(of: delivery, after: answer), in: receiver.group, by: PushLane.caller)
        } catch {
            // The lease ends by itself, and the delivery is sent again under the same key.
            parts.logger.warning(
                "what became of a delivery could not be noted",
                metadata: ["group": "\(receiver.group)", "delivery": "\(delivery.number)", "error": "\(error)"])
        }
    }

    /// When a delivery is handed out again that was not delivered; nil: at once.
    private func due(of delivery: Delivery, after answer: SendAnswer) -> Timestamp? {
        guard answer.outcome != .stopped else { return nil }
        let delay = Backoff.usual(for: lane).delay(after: delivery.attempts, random: parts.random())
        let told = answer.retryAfter.map { min($0.delay, RetryAfter.most(for: lane)) } ?? .zero
        return parts.now().advanced(by: max(delay, told))
    }

    /// Tells the breaker, and the log when it opens or closes.
    private func note(_ answer: SendAnswer) {
        guard answer.outcome != .stopped else { return }
        let (before, after) = receiver.breaker.withLock { breaker in
            let before = breaker.isOpen
            if answer.outcome == .delivered { breaker.succeed() } else { breaker.fail(at: parts.now()) }
            return (before, breaker.isOpen)
        }
        guard before != after else { return }
        parts.logger.log(
            level: after ? .warning : .notice,
            after ? "a webhook fails, and is only probed for now" : "a webhook works again",
            metadata: [
                "group": "\(receiver.group)", "outcome": "\(answer.outcome.reason(status: answer.httpStatus))",
            ])
    }
}
