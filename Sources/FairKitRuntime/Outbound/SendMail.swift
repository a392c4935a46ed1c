package import CoreMetrics
package import FairKitCore
package import FairKitStore
package import Logging
import ServiceLifecycle

/// Sends what waits in the outbox, one mail after the other, and gives up what has expired. Without a mail server all waits.
package struct SendMail: Service {
    private let lane: OutboundLane<MailChannel>

    /// - Parameters:
    ///   - way: nil: there is no mail server.
    ///   - random: from 0 to 1, 1 excluded; spreads what is tried again.
    package init(
        store: Store, way: MailWay?, now: @escaping Now, clock: any Clock<Duration>,
        random: @escaping @Sendable () -> Double, metrics: any MetricsFactory = NOOPMetricsHandler.instance,
        logger: Logger
    ) {
        let channel = MailChannel(
            store: store, way: way, now: now, clock: clock, random: random, metrics: MailMetrics(metrics),
            logger: logger)
        lane = OutboundLane(channel, atOnce: 1, breaker: .mailServer, now: now, clock: clock, random: random)
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown { [lane] in await lane.run() }
    }
}
