import CoreMetrics
package import FairKitCore
import FairKitHTTP
package import FairKitService
package import FairKitStore
import Hummingbird
import Logging
import Mail
import ServiceLifecycle
import Synchronization

/// What an open tenant is used through: everything that can be asked of it, and who answers at each entrance.
package struct TenantRooms: Sendable {
    package let cases: UseCases
    fileprivate let network: RouterResponder<FairKitContext>?
    fileprivate let machine: RouterResponder<FairKitContext>

    /// What the rooms of all tenants have in common.
    final class Maker: Sendable {
        private let workers: ScanWorkerPool
        private let uploads: UploadGate
        /// One works for all: what it costs is paid once.
        private let passwords = PasswordWork()
        private let tokens: AccessTokens
        private let limiter: RateLimiter
        /// How mail goes out; nil: it waits.
        private let way: MailWay?
        private let settings: ServerSettings
        private let metrics: ServerMetrics
        /// One for each entrance: every tenant has the same routes.
        private let methods = (network: RefuseMethods(), machine: RefuseMethods())
        private let logger: Logger
        /// The page of the metrics counts tenants, and the first tenant shows it: so it comes after.
        let metering = Mutex<(Metering, CollectMetrics)?>(nil)

        init(
            workers: ScanWorkerPool, uploads: UploadGate, limiter: RateLimiter, tokens: AccessTokens,
            settings: ServerSettings,
            metrics: ServerMetrics, logger: Logger
        ) {
            self.tokens = tokens
            self.workers = workers
            self.uploads = uploads
            self.limiter = limiter
            self.settings = settings
            way = settings.mail.map { MailWay(from: $0.from, carrier: SMTPCarrier($0.server)) }
            self.metrics = metrics
            self.logger = logger
        }

        func make(of tenant: Tenant, store: Store) async -> OpenTenants<TenantRooms>.Furnished {
            let cases = useCases(
                store: store, of: tenant.name, workers: workers, passwords: passwords, settings: settings,
                sendsMail: way != nil, metrics: metrics.registry)
            let measuring = metering.withLock { $0 }
            // The page tells of all tenants, so it is shown to administrators of the first one only.
            let page = tenant.name == .standard ? measuring?.0 : nil
            let (network, machine) = (
                tenantRoutes(
                    cases, uploads: uploads, entrance: .network, proxies: settings.proxies,
                    limits: TenantLimits(limiter, in: tenant.name), methods: methods.network,
                    tokens: TenantTokens(tokens, of: tenant.id), publicURL: settings.publicURL, metering: page),
                tenantRoutes(cases, uploads: uploads, entrance: .machine, methods: methods.machine, metering: page)
            )
            await measuring?.1.begin(tenant.name, store)
            let rooms = TenantRooms(
                cases: cases, network: network.buildResponder(), machine: machine.buildResponder())
            return OpenTenants.Furnished(rooms, services: services(store, cases))
        }

        /// What runs for an open tenant.
        private func services(
            _ store: Store, _ cases: UseCases
        ) -> [any Service] {
            var services: [any Service] = [
                NoteAudit(
                    store: store, denials: cases.recordDenials, now: systemTime, clock: ContinuousClock(),
                    metrics: metrics.registry, logger: logger),
                NoteKeyUses(
                    uses: cases.keyUses, isDiskFull: { store.isDiskFull }, clock: ContinuousClock(), logger: logger),
                DeleteExpired(store: store, now: systemTime, clock: ContinuousClock(), logger: logger),
                BackfillGroups(
                    store: store, bell: cases.bell, now: systemTime, clock: ContinuousClock(), logger: logger),
                SendMail(
                    store: store, way: way, now: systemTime, clock: ContinuousClock(),
                    random: { .random(in: 0..<1) }, metrics: metrics.registry, logger: logger),
                cases.bell, cases.feed,
            ]
            // The file of authorities was read when the server was built. If it can't be read any more, nothing is sent, and that is said.
            do {
                services.append(
                    PushDeliveries(
                        store: store, cases: cases, channel: try webhookChannel(settings), now: systemTime,
                        clock: ContinuousClock(), random: { .random(in: 0..<1) }, metrics: metrics.registry,
                        logger: logger))
            } catch {
                logger.error("webhooks can't be sent", metadata: ["error": "\(error)"])
            }
            return services
        }
    }

    /// The rooms of a tenant that a command opens for itself: nothing runs in them.
    package static func quiet(
        _ store: Store, of tenant: TenantName, workers: ScanWorkerPool, settings: ServerSettings
    ) -> OpenTenants<TenantRooms>.Furnished {
        let cases = useCases(
            store: store, of: tenant, workers: workers, passwords: PasswordWork(), settings: settings)
        let router = tenantRoutes(cases, uploads: UploadGate(), entrance: .machine)
        return OpenTenants.Furnished(TenantRooms(cases: cases, network: nil, machine: router.buildResponder()))
    }
}

extension OpenTenants where Furniture == TenantRooms {
    /// Opens a tenant for a request.
    func visit(_ name: TenantName, by entrance: Entrance) async throws -> TenantVisit {
        let use = try await use(name)
        let responder = entrance == .machine ? use.furniture.machine : use.furniture.network
        guard let responder else { throw TenantFailure.unknown }
        return TenantVisit(responder, keeper: use)
    }

    /// Opens the tenant that stays open; a suspended one is not there to be opened.
    func openFirst() async throws {
        do {
            _ = try await use(.standard)
        } catch .suspended {
        } catch .store(let error) {
            throw error
        }
    }

    /// Tells whether the server can do its work: what knows the tenants answers, and the first of them.
    nonisolated var ready: @Sendable () async throws -> CheckReadiness.Readiness {
        {
            _ = try await self.list()
            let first: Use
            do throws(TenantFailure) {
                first = try await self.use(.standard)
            } catch .suspended {
                return CheckReadiness.Readiness(isDiskFull: self.installation.held.isDiskFull)
            }
            return try await first.furniture.cases.checkReadiness()
        }
    }
}
