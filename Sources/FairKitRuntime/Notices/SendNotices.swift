package import FairKitCore
package import FairKitService
package import Logging
import ServiceLifecycle

/// Sends notices over all channels that are configured, and mails about accounts. Each channel has lanes of its own, so
/// that messages about critical alerts never wait behind others, and a provider that hangs delays no other channel. Without
/// a mail server all mails wait, and expired ones are given up.
package struct SendNotices: Service {
    private let lanes: [OutboundLane<NoticeChannel>]
    private let carriers: [any MessageCarrier]
    private let tenant: Tenancy

    /// How many attempts of a tenant run at once in a lane. A tenant has its own lanes, so it waits for no other one.
    private static func mostAtOnce(_ kind: ContactKind, _ lane: NoticeSend.Lane) -> Int {
        kind == .email ? MailMessages.mostAtOnce(lane) : lane == .critical ? 64 : 16
    }

    private static func breaker(_ lane: NoticeSend.Lane) -> CircuitBreaker {
        switch lane {
        case .critical: .webhook(for: .critical)
        case .others: .webhook(for: .ordinary)
        case .accounts: .mailServer
        }
    }

    /// How long a lane waits for more attempts to end before it reads what is due. A mail takes several answers of its
    /// server and a push one, so mail would come last in a burst if all waited as long.
    private static func gathers(_ kind: ContactKind) -> Duration { .milliseconds(kind == .email ? 3 : 30) }

    /// - Parameters:
    ///   - leadership: whether this server sends them now.
    ///   - carriers: the carrier of each channel that is configured.
    ///   - random: from 0 up to but excluding 1; spreads retries.
    package init(
        _ tenant: Tenancy, leadership: Leadership = .always, by carriers: [ContactKind: any MessageCarrier],
        random: @escaping @Sendable () -> Double, logger: Logger
    ) {
        self.tenant = tenant
        self.carriers = Array(carriers.values)
        // Those of mail exist without a mail server, too: rules and dashboards name them.
        let metrics = NoticeMetrics(tenant.metrics, of: Set(carriers.keys).union([.email]))
        lanes = carriers.flatMap { kind, carrier in
            NoticeSend.Lane.allCases.filter { $0 != .accounts || kind == .email }.map { lane in
                let (most, breaker) = (SendNotices.mostAtOnce(kind, lane), SendNotices.breaker(lane))
                return OutboundLane(
                    NoticeChannel(
                        kind: kind, lane: lane, carrier: carrier, tenant: tenant, leadership: leadership,
                        random: random, metrics: metrics, logger: logger,
                        receivers: NoticeReceivers(most: most, breaker: breaker)),
                    atOnce: most, unsettled: 2 * most, gathers: SendNotices.gathers(kind),
                    breaker: breaker, now: tenant.now, clock: tenant.clock, random: random)
            }
        }
    }

    package func run() async throws {
        await cancelWhenGracefulShutdown { [lanes, tenant] in
            await withDiscardingTaskGroup { group in
                for lane in lanes { group.addTask { await lane.run() } }
                group.addTask { await expire(tenant) }
            }
        }
        for carrier in carriers { await carrier.close() }
    }
}

/// Gives up messages that are of no use any more, every minute.
private func expire(_ tenant: Tenancy) async {
    while !Task.isCancelled {
        // A store that can't be written now is tried again in a minute; its own services report it.
        while let count = try? await tenant.notices.expire(), count > 0 {}
        try? await tenant.clock.sleep(for: .seconds(60))
    }
}
