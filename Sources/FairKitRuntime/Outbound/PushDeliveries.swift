import FairKitCore
package import FairKitService
import FairKitStore
package import Logging
import ServiceLifecycle
package import Webhook

/// Pushes the deliveries of all groups with webhooks while the server runs. Setting or removing a webhook takes effect
/// at once. See decision 0016.
package struct PushDeliveries: Service {
    let tenant: Tenancy
    let carrier: any WebhookCarrier
    let random: @Sendable () -> Double
    let metrics: AttemptMetrics
    let logger: Logger

    /// Concurrent requests per lane. Critical alerts have their own lane, so that slow requests for others don't delay
    /// them.
    private static let mostAtOnce = 8
    /// As for a delivery.
    private static let testTimeout = Duration.seconds(5)

    /// - Parameter random: from 0 up to but excluding 1; the jitter of retries.
    package init(
        _ tenant: Tenancy, by carrier: any WebhookCarrier, random: @escaping @Sendable () -> Double, logger: Logger
    ) {
        self.tenant = tenant
        self.carrier = carrier
        self.random = random
        metrics = AttemptMetrics(.webhook, tenant.metrics)
        self.logger = logger
    }

    /// A served webhook, and how to stop serving it.
    private struct Served {
        let webhook: WebhookOfGroup
        let stop: AsyncStream<Void>.Continuation
    }

    package func run() async {
        tenant.webhookProbe.serve { [carrier] webhook, group, id in
            let answer = await carrier.test(webhook, of: group, id: id, within: PushDeliveries.testTimeout)
            return (answer.outcome, answer.httpStatus)
        }
        tenant.webhookChanges.notify()
        await withDiscardingTaskGroup { tasks in
            var served: [Int64: Served] = [:]
            for await _ in tenant.webhookChanges.stream.cancelOnGracefulShutdown() {
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
        tenant.webhookProbe.serve(nil)
        await carrier.close()
    }

    /// Returns when the server stops or the stream ends; then its requests are cancelled and their leases undone.
    private func serve(_ webhook: WebhookOfGroup, until stopped: AsyncStream<Void>) async {
        await withTaskGroup { race in
            race.addTask {
                await withDiscardingTaskGroup { lanes in
                    for lane in DeliveryLane.allCases { lanes.addTask { await self.lane(lane, of: webhook).run() } }
                }
            }
            race.addTask { for await _ in stopped {} }
            await race.next()
            race.cancelAll()
        }
    }

    /// Each lane has its own circuit breaker, so that hanging requests for other alerts don't delay critical ones.
    private func lane(_ lane: DeliveryLane, of webhook: WebhookOfGroup) -> OutboundLane<WebhookChannel> {
        OutboundLane(
            WebhookChannel(lane: lane, group: webhook.group, webhook: webhook.webhook, push: self),
            atOnce: PushDeliveries.mostAtOnce, breaker: .webhook(for: lane), now: tenant.now, clock: tenant.clock,
            random: random)
    }

    /// - Returns: nil if the webhooks can't be read; the caller retries soon.
    private func webhooks() async -> [WebhookOfGroup]? {
        do {
            return try await tenant.store.read(in: .urgent) { (tx) throws(DatabaseError) in try tx.webhooks() }
        } catch {
            logger.error("webhooks could not be read", metadata: ["error": "\(error)"])
            try? await tenant.clock.sleep(for: .seconds(1))
            tenant.webhookChanges.notify()
            return nil
        }
    }
}
