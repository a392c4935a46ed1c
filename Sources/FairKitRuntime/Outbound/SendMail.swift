package import CoreMetrics
package import FairKitCore
package import FairKitStore
package import Logging
import ServiceLifecycle

/// Sends the mails in the outbox one after the other, and gives up expired ones. Without a mail server all mails wait.
package struct SendMail: Service {
    private let lane: OutboundLane<MailChannel>

    /// - Parameters:
    ///   - tenant: the name of the tenant that writes, unless it has set another.
    ///   - leadership: whether this server sends them now.
    ///   - way: nil: there is no mail server.
    ///   - random: from 0 up to but excluding 1; spreads retries.
    package init(
        store: Store, of tenant: TenantName, leadership: Leadership = .always, way: MailWay?, now: @escaping Now,
        clock: any Clock<Duration>,
        random: @escaping @Sendable () -> Double, metrics: any MetricsFactory = NOOPMetricsHandler.instance,
        logger: Logger
    ) {
        let channel = MailChannel(
            store: store, tenant: tenant, leadership: leadership, way: way, now: now, clock: clock, random: random,
            metrics: MailMetrics(metrics),
            logger: logger)
        lane = OutboundLane(channel, atOnce: 1, breaker: .mailServer, now: now, clock: clock, random: random)
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown { [lane] in await lane.run() }
    }
}
