import Channels
import Coordination
import CoreMetrics
package import FairKitCore
package import FairKitRuntime
package import FairKitService
package import FairKitStore
import FairKitVault
import FoundationEssentials
import Logging
import Mail
import OutboundHTTP
import ServiceLifecycle
import Synchronization

/// Builds the use cases and background work of open tenants from what all tenants share.
package final class TenantApps: Sendable {
    private let workers: any PictureWorkers
    /// Shared by all tenants, so that the mail server sees a bounded number of connections.
    private let spares = SpareConnections()
    /// Shared by all tenants, with its threads and slots.
    private let passwords: PasswordWork
    private let settings: ServerSettings
    private let metrics: ServerMetrics
    private let leases: WorkLeases?
    private let databaseTime: DatabaseTime?
    private let now: Now
    private let passed: PassedTime
    private let logger: Logger
    /// Times of tenants that were opened: they pass while a tenant is closed.
    private let times = Mutex<[TenantID: TenantTime]>([:])
    /// Collects the metrics of open tenants; set after the tenants exist.
    let collect = Mutex<CollectMetrics?>(nil)

    /// - Parameters:
    ///   - leases: the work that this server does of what several servers share; nil: it is alone.
    ///   - databaseTime: where `now` comes from, if servers share the database.
    init(
        workers: any PictureWorkers, settings: ServerSettings, leases: WorkLeases?, databaseTime: DatabaseTime?,
        metrics: ServerMetrics, now: @escaping Now, passed: PassedTime, logger: Logger
    ) {
        self.workers = workers
        passwords = PasswordWork(
            cores: ProcessInfo.processInfo.activeProcessorCount, memory: MachineMemory.bytes())
        self.settings = settings
        self.metrics = metrics
        self.leases = leases
        self.databaseTime = databaseTime
        self.now = now
        self.passed = passed
        self.logger = logger
    }

    func make(of tenant: Tenant, store: Store) async -> TenantApp {
        let tenancy = tenancy(
            store: store, of: tenant.name, workers: workers, passwords: passwords, settings: settings,
            sendsMail: settings.mail != nil, databaseTime: databaseTime, now: now, time: time(of: tenant.id),
            passed: { [passed] in passed.now }, metrics: metrics.registry)
        await collect.withLock { $0 }?.begin(tenant.name, store)
        // Lines of one tenant name it, by its id.
        var logger = logger
        logger[metadataKey: "tenant"] = "\(tenant.id)"
        let leadership = Leadership(.tenant(tenant.id), by: leases)
        let services = services(store, tenancy, leadership, logger)
        return TenantApp(tenancy, leadership: leadership, services: services) { [logger] in
            self.once(store, tenancy, leadership, logger)
        }
    }

    private func time(of tenant: TenantID) -> TenantTime {
        times.withLock { times in
            let time = times[tenant] ?? TenantTime(of: now, by: ContinuousClock())
            times[tenant] = time
            return time
        }
    }

    /// The channels by which a tenant's notices are sent. A tenant has its own connections to the mail server and to
    /// providers, and may send as many messages at once as `SendNotices` says.
    private func carriers(of tenancy: Tenancy, _ logger: Logger) -> [ContactKind: any MessageCarrier] {
        var carriers: [ContactKind: any MessageCarrier] = [:]
        if let mail = settings.mail {
            carriers[.email] = MailMessages(from: mail.from, now: now) { lane in
                SMTPPool(mail.server, atMost: MailMessages.mostAtOnce(lane), sharing: spares)
            }
        }
        guard let channels = settings.channels?.channels, !channels.isEmpty else { return carriers }
        // The files were read when the server was built. If they can't be read now, that is logged, and mail still goes.
        do {
            let sender = try httpSender(
                authorityFile: settings.webhookAuthorities, allowsPrivate: settings.allowsPrivateWebhooks,
                connections: HTTPSender.connectionsToProviders)
            for (kind, channel) in channels { carriers[kind] = channel.carrier(sender, tenancy.name, now) }
        } catch {
            logger.error("no channel but mail can send", metadata: ["error": "\(error)"])
        }
        return carriers
    }

    /// The background work of an open tenant that each server does for itself.
    private func services(
        _ store: Store, _ tenancy: Tenancy, _ leadership: Leadership, _ logger: Logger
    ) -> [any Service] {
        var services: [any Service] = [
            AuditCheckpoints(
                store: store, denials: tenancy.denials, leadership: leadership, now: tenancy.now,
                clock: ContinuousClock(), metrics: metrics.registry, logger: logger),
            RecordKeyUses(
                uses: tenancy.keyUses, isDiskFull: { store.isDiskFull }, clock: ContinuousClock(), logger: logger),
            tenancy.waiters, tenancy.feed, tenancy.noticeFeed,
            WatchReach(tenancy, leadership: leadership, logger: logger),
        ]
        if store.isShared { services.append(PeerCommitWatcher(tenancy)) }
        // The file was read when the server was built. If it can't be read now, webhooks are not sent, and that is
        // logged.
        do {
            services.append(
                PushDeliveries(
                    tenancy, by: try webhookCarrier(settings, now: now), random: { .random(in: 0..<1) }, logger: logger)
            )
        } catch {
            logger.error("webhooks can't be sent", metadata: ["error": "\(error)"])
        }
        return services
    }

    /// The background work of an open tenant that is done once, however many servers have it open.
    private func once(
        _ store: Store, _ tenancy: Tenancy, _ leadership: Leadership, _ logger: Logger
    ) -> [any Service] {
        [
            FollowClock(tenancy, logger: logger),
            RepeatedWork.carryOutErasures(tenancy, logger: logger),
            RepeatedWork.expireKits(tenancy, logger: logger),
            RepeatedWork.remindOfSamples(tenancy, logger: logger),
            RepeatedWork.remindOfTests(tenancy, logger: logger),
            RepeatedWork.notifyNews(tenancy, logger: logger),
            RepeatedWork.countFigures(tenancy, logger: logger),
            RepeatedWork.releaseSuspects(tenancy, logger: logger),
            DeleteExpired(store: store, now: tenancy.passed, clock: ContinuousClock(), logger: logger),
            RepeatedWork.backfillGroups(tenancy, logger: logger),
            IndexPeople(tenancy, logger: logger),
            Escalate(tenancy, logger: logger),
            SendNotices(
                tenancy, leadership: leadership, by: carriers(of: tenancy, logger), random: { .random(in: 0..<1) },
                logger: logger),
        ]
    }

    /// A tenant that a command opens itself, without background work.
    package static func quiet(
        _ store: Store, of tenant: TenantName, workers: any PictureWorkers, settings: ServerSettings
    ) -> TenantApp {
        TenantApp(
            tenancy(store: store, of: tenant, workers: workers, passwords: PasswordWork(), settings: settings))
    }
}

extension OpenTenants {
    /// The readiness check: queries the control database and the first tenant, at most once a second however many
    /// probes ask.
    nonisolated var ready: @Sendable () async throws -> Readiness {
        let answers = KeptAnswer(for: .seconds(1), clock: ContinuousClock()) { () -> Duration? in
            _ = try await self.list()
            if await self.servesWithoutFirst { return nil }
            do {
                return try await self.use(.standard).tenancy.operations.readiness().clockStep
            } catch TenantFailure.suspended {
                return nil
            }
        }
        return {
            let clockStep = try await answers.value()
            var readiness = Readiness(isDiskFull: self.installation.isDiskFull)
            readiness.clockStep = clockStep ?? self.passed?.doubt
            readiness.isReplaced = self.leases?.isReplaced ?? false
            readiness.database = await self.installation.databaseWarnings()
            let (stores, control) = (await self.openStores, self.installation.control)
            readiness.writesFail =
                control.writesFail || stores.contains { $0.tenant.name == .standard && $0.store.writesFail }
            readiness.otherWritesFail = stores.contains { $0.tenant.name != .standard && $0.store.writesFail }
            readiness.leftClosed = Array(await self.leftClosed)
            readiness.isIncomplete = await self.isAnyIncomplete
            for (tenant, tenancy) in await self.openTenancies {
                let reach = tenancy.reachability.last
                if !reach.hasEnd { readiness.unreachable.append(tenant.id) }
                if !reach.teamsWithoutSignIn.isEmpty { readiness.withoutSignIn.append(tenant.id) }
            }
            readiness.hasAlteredRows = stores.contains { $0.store.hasAlteredRows }
            readiness.isDamaged = control.isDamaged || stores.contains { $0.store.isDamaged }
            return readiness
        }
    }
}
