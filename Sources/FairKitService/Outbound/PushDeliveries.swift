package import CoreMetrics
package import FairKitCore
package import FairKitStore
package import Logging
import ServiceLifecycle

/// Pushes the deliveries of every group that has a webhook, as long as the server runs. A webhook that is set or removed takes effect at
/// once.
///
/// It is a consumer like others: it claims, sends, and acks or releases. If it fails, its leases expire and no delivery is lost. See the decision `0016-webhooks`.
package struct PushDeliveries: Service {
    private let store: Store
    private let changes: WebhookChanges
    let claim: ClaimAlerts
    let settle: SettleAttempt
    let bell: AlertBell
    let channel: any DeliveryChannel<Webhook>
    let now: Now
    let clock: any Clock<Duration>
    let random: @Sendable () -> Double
    let metrics: AttemptMetrics
    let logger: Logger

    /// - Parameter random: from 0 to 1, 1 excluded; the jitter of retries.
    package init(
        store: Store, cases: UseCases, channel: any DeliveryChannel<Webhook>, now: @escaping Now,
        clock: any Clock<Duration>,
        random: @escaping @Sendable () -> Double, metrics: any MetricsFactory = NOOPMetricsHandler.instance,
        logger: Logger
    ) {
        self.store = store
        changes = cases.webhookChanges
        claim = cases.claimAlerts
        settle = cases.settleAttempt
        bell = cases.bell
        self.channel = channel
        self.now = now
        self.clock = clock
        self.random = random
        self.metrics = AttemptMetrics(channel.name, metrics)
        self.logger = logger
    }

    /// A webhook that is served, and how to stop that.
    private struct Served {
        let webhook: WebhookOfGroup
        let stop: AsyncStream<Void>.Continuation
    }

    package func run() async {
        changes.notify()
        await withDiscardingTaskGroup { tasks in
            var served: [Int64: Served] = [:]
            for await _ in changes.stream.cancelOnGracefulShutdown() {
                guard let webhooks = await webhooks() else { continue }
                let wanted = Dictionary(uniqueKeysWithValues: webhooks.map { ($0.groupID, $0) })
                for (group, one) in served where wanted[group] != one.webhook {
                    one.stop.finish()
                    served[group] = nil
                }
                for webhook in webhooks where served[webhook.groupID] == nil {
                    let (stopped, stop) = AsyncStream.makeStream(of: Void.self)
                    served[webhook.groupID] = Served(webhook: webhook, stop: stop)
                    tasks.addTask { await serve(webhook, until: stopped) }
                }
            }
        }
        await channel.close()
    }

    /// Returns when the server stops or the stream ends; then its requests are cancelled and their leases undone.
    private func serve(_ webhook: WebhookOfGroup, until stopped: AsyncStream<Void>) async {
        await withTaskGroup { race in
            race.addTask {
                await withDiscardingTaskGroup { lanes in
                    for lane in DeliveryLane.allCases {
                        lanes.addTask { await PushLane(lane, to: Receiver(webhook), push: self).run() }
                    }
                }
            }
            race.addTask { for await _ in stopped {} }
            await race.next()
            race.cancelAll()
        }
    }

    /// - Returns: nil if they can't be read; then it retries soon.
    private func webhooks() async -> [WebhookOfGroup]? {
        do {
            return try await store.readUrgently { (tx) throws(DatabaseError) in try tx.webhooks() }
        } catch {
            logger.error("webhooks could not be read", metadata: ["error": "\(error)"])
            try? await clock.sleep(for: .seconds(1))
            changes.notify()
            return nil
        }
    }
}
