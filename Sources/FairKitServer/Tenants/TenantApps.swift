import Coordination
import CoreMetrics
package import FairKitCore
import FairKitRuntime
package import FairKitService
package import FairKitStore
import FairKitVault
import FoundationEssentials
import Logging
import Mail
import ServiceLifecycle
import Synchronization

/// Makes what an open tenant is used through, of what all tenants share.
package final class TenantApps: Sendable {
    private let workers: ScanWorkerPool
    /// One works for all, so that its threads and places are shared by all.
    private let passwords: PasswordWork
    private let settings: ServerSettings
    private let metrics: ServerMetrics
    private let logger: Logger
    /// Counts what open tenants hold; it is made after the tenants whose figures it collects.
    let collect = Mutex<CollectMetrics?>(nil)

    init(workers: ScanWorkerPool, settings: ServerSettings, metrics: ServerMetrics, logger: Logger) {
        self.workers = workers
        passwords = PasswordWork(
            cores: ProcessInfo.processInfo.activeProcessorCount, memory: MachineMemory.bytes())
        self.settings = settings
        self.metrics = metrics
        self.logger = logger
    }

    func make(of tenant: Tenant, store: Store) async -> TenantApp {
        let tenancy = tenancy(
            store: store, of: tenant.name, workers: workers, passwords: passwords, settings: settings,
            sendsMail: settings.mail != nil, metrics: metrics.registry)
        await collect.withLock { $0 }?.begin(tenant.name, store)
        return TenantApp(tenancy, services: services(store, tenancy))
    }

    /// How a tenant's mail goes out; nil: it waits. A connection for each, so that a server that hangs on one tenant's recipients holds up
    /// nothing of the others.
    private var way: MailWay? { settings.mail.map { MailWay(from: $0.from, carrier: SMTPCarrier($0.server)) } }

    /// What runs for an open tenant.
    private func services(_ store: Store, _ tenancy: Tenancy) -> [any Service] {
        var services: [any Service] = [
            NoteAudit(
                store: store, denials: tenancy.denials, now: systemTime, clock: ContinuousClock(),
                metrics: metrics.registry, logger: logger),
            NoteKeyUses(
                uses: tenancy.keyUses, isDiskFull: { store.isDiskFull }, clock: ContinuousClock(), logger: logger),
            FollowClock(tenancy, logger: logger),
            RepeatedWork.carryOutErasures(tenancy, logger: logger),
            RepeatedWork.expireKits(tenancy, logger: logger),
            DeleteExpired(store: store, now: systemTime, clock: ContinuousClock(), logger: logger),
            BackfillGroups(
                store: store, bell: tenancy.bell, now: systemTime, clock: ContinuousClock(), logger: logger),
            SendMail(
                store: store, way: way, now: systemTime, clock: ContinuousClock(),
                random: { .random(in: 0..<1) }, metrics: metrics.registry, logger: logger),
            tenancy.bell, tenancy.feed,
        ]
        // The file of authorities was read when the server was built. If it can't be read any more, nothing is sent, and that is said.
        do {
            services.append(
                PushDeliveries(
                    tenancy, by: try webhookCarrier(settings), random: { .random(in: 0..<1) }, logger: logger))
        } catch {
            logger.error("webhooks can't be sent", metadata: ["error": "\(error)"])
        }
        return services
    }

    /// A tenant that a command opens for itself: nothing runs for it.
    package static func quiet(
        _ store: Store, of tenant: TenantName, workers: ScanWorkerPool, settings: ServerSettings
    ) -> TenantApp {
        TenantApp(
            tenancy(store: store, of: tenant, workers: workers, passwords: PasswordWork(), settings: settings))
    }
}

extension OpenTenants {
    /// Opens the tenant that stays open; a suspended one is not there to be opened.
    func openFirst() async throws {
        do {
            _ = try await use(.standard)
        } catch .suspended {
        } catch .store(let error) {
            throw error
        }
    }

    /// Tells whether the server can do its work: what knows the tenants answers, and the first of them. They are asked once a second at most,
    /// however many want to know.
    nonisolated var ready: @Sendable () async throws -> Readiness {
        let answers = KeptAnswer(for: .seconds(1), clock: ContinuousClock()) { () -> Duration? in
            _ = try await self.list()
            do {
                return try await self.use(.standard).tenancy.operations.readiness().clockStep
            } catch TenantFailure.suspended {
                return nil
            }
        }
        return {
            let clockStep = try await answers.value()
            var readiness = Readiness(isDiskFull: self.installation.held.isDiskFull)
            readiness.clockStep = clockStep
            let (stores, control) = (await self.openStores, self.installation.control)
            readiness.writesFail =
                control.writesFail || stores.contains { $0.tenant.name == .standard && $0.store.writesFail }
            readiness.otherWritesFail = stores.contains { $0.tenant.name != .standard && $0.store.writesFail }
            readiness.isDamaged = control.isDamaged || stores.contains { $0.store.isDamaged }
            return readiness
        }
    }
}
