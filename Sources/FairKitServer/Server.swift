import BarcodeReader
import Channels
import CoreMetrics
import FairKitCore
import FairKitFrame
import FairKitHTTP
import FairKitPages
package import FairKitRuntime
import FairKitService
package import FairKitStore
import FairKitVault
import FoundationEssentials
package import Hummingbird
import HummingbirdCore
import HummingbirdHTTP2
package import Logging
import NIOHTTPTypes
package import OutboundHTTP
import ServiceLifecycle
import Synchronization
import Webhook

/// Assembles the server. No other code knows all parts.
///
/// - Parameters:
///   - socket: the control socket; nil: none.
///   - onStart: called with the address once the server accepts connections.
package func buildServer(
    _ installation: any Installation, socket: ControlSocket?, settings: ServerSettings,
    metrics: ServerMetrics, logger: Logger, onStart: @escaping @Sendable (String) async -> Void
) async throws -> (some ApplicationProtocol, OpenTenants) {
    Language.readTexts()
    PageText.readAll()
    let workers = scanWorkers(
        acceptsWeakerCage: settings.acceptsWeakerCage, logger: logger, metrics: metrics.registry)
    let concurrency = ConcurrencyLimits(metrics: metrics.registry)
    let together = ServingTogether(installation.servingAs)
    let now = together.now
    let certificate = try settings.certificate.map { try ServerCertificate($0) }
    let signing = SigningKeys()
    let rotation = SigningKeyRotation(
        control: installation.control, keys: signing, now: now, clock: ContinuousClock(), logger: logger)
    try await together.begin(with: installation.control)
    try await rotation.maintain()
    let passed = PassedTime(of: now, by: ContinuousClock())
    try await passed.begin(with: installation.control)
    let tokens = AccessTokens(
        keys: signing, issuer: settings.publicURL?.description ?? "fairkit", now: now)
    // Fails now if the file can't be read, not when the first tenant is opened.
    _ = try webhookCarrier(settings, now: now)
    let limiter = RateLimiter(
        settings.rateLimits, now: monotonicTime(), metrics: metrics.registry, logger: logger)
    let apps = TenantApps(
        workers: workers, settings: settings, leases: together.leases, databaseTime: together.time, metrics: metrics,
        now: now, passed: passed, logger: logger)
    let traps = TenantTraps(in: installation.directory, isRecorded: true, at: systemTime(), logger: logger)
    let tenants = OpenTenants(
        installation, observer: metrics.observer, sendsMail: settings.mail != nil, leases: together.leases,
        passed: passed, traps: traps, now: now, clock: ContinuousClock(), logger: logger
    ) { await apps.make(of: $0, store: $1) }
    let collect = CollectMetrics(
        workers: workers, now: now, metrics: metrics.registry, storage: { await installation.storageUse() },
        stores: { await tenants.openStores.map { ($0.tenant.name, $0.store) } },
        leftClosed: { await tenants.leftClosed.count }, traps: { traps.count(at: systemTime()) })
    let metering = metrics.metering(collect)
    apps.collect.withLock { $0 = collect }
    for warning in installation.warnings { logger.warning("\(warning)") }
    switch installation.rotationAtOpening {
    case .ended(nil): break
    case .ended(let file?):
        logger.warning(
            "the old master key is kept: the operator asked for it, or a tenant's key could not be read",
            metadata: ["file": "\(file)"])
    case .unended(let error):
        logger.error("the change of the master key could not be finished", metadata: ["error": "\(error)"])
    }
    for erasure in installation.erasuresUnended {
        logger.error(
            "an erased tenant's key could not be destroyed: the server tries again at its next start, or when the tenant is erased again",
            metadata: ["tenant": "\(erasure.folder)", "error": "\(erasure.error)"])
    }
    // Reports that the first tenant can't be opened before any request is answered.
    try await tenants.openFirst()
    // Without the reserve the server starts as on a full disk, and reports that.
    let held = try? installation.files(for: .reserve).held
    _ = held?.makeReserve()

    let keeping = held.map { DiskReserveKeeper(held: $0, clock: ContinuousClock(), logger: logger) }
    let trying = WriteProbe(
        control: installation.control, stores: { await tenants.openStores.map { ($0.tenant.name, $0.store) } },
        now: now,
        clock: ContinuousClock(), logger: logger)
    let reloading = ReloadCertificate(certificate: certificate, logger: logger)
    let control = socket.map {
        ControlServer(
            socket: $0, tenants: tenants,
            rotate: RotateSigningKey(
                control: installation.control, keys: signing, now: now, logger: logger),
            tokens: tokens, concurrency: concurrency, metering: metering, logger: logger)
    }
    let shared = SharedServices(
        concurrency: concurrency, scheduler: .forCores(ProcessInfo.processInfo.activeProcessorCount), limiter: limiter,
        proxies: settings.proxies, tokens: tokens, publicURL: settings.publicURL,
        receipts: settings.channels.map { SharedServices.ReceiptVerifier($0.receipts, now: now) },
        metering: metering, archive: recordArchive, ready: tenants.ready, summary: tenants.summary,
        enter: tenants.enter)
    let connections = ConnectionTable(
        settings.connections.within(descriptors: ConnectionLimits.descriptors), proxies: settings.proxies,
        metrics: metrics.registry, logger: logger)
    let pages = settings.metricsPort.map { MetricsListener(metering: metering, port: $0, logger: logger) }
    let returning = ReturnMemory(
        clock: ContinuousClock(), unused: FreedMemory.unused, release: FreedMemory.release)
    let resting = IdleResourceCloser(
        control: installation.control, stores: { await tenants.openStores.map(\.store) }, clock: ContinuousClock())
    let beside: [(any Service)?] = [
        workers, together.service(tenants, signing, logger: logger), tenants, keeping, trying, reloading, rotation,
        returning, resting, control, pages,
        WatchClock(passed, control: installation.control, clock: ContinuousClock(), logger: logger),
    ]
    let application = Application(
        router: router(at: .network, with: Route.pages, sharing: shared),
        server: try listener(certificate, connections),
        configuration: ApplicationConfiguration(
            address: .hostname(settings.host, port: settings.port), serverName: nil,
            availableConnectionsDelegate: AcceptWithinLimits(table: connections)),
        services: beside.compactMap(\.self),
        onServerRunning: { channel in
            let address = channel.localAddress
            let host = address?.ipAddress ?? settings.host
            await onStart("\(host.contains(":") ? "[\(host)]" : host):\(address?.port ?? settings.port)")
        },
        logger: logger)
    return (application, tenants)
}

/// HTTP/1.1 in plain text, or HTTP/2 and HTTP/1.1 with TLS 1.3.
private func listener(_ certificate: ServerCertificate?, _ table: ConnectionTable) throws -> HTTPServerBuilder {
    let isSecure = certificate != nil
    // Only HTTP/2 streams have their own deadline.
    let connection = HTTP1Channel.Configuration(
        additionalChannelHandlers: (isSecure
            ? [WriteDeadline<HTTPResponsePart>(onlyOfStreams: true) { table.logStall() }] : [])
            + [PacedAnswers(), FollowRequests(table), AnswerHeaders(isSecure: isSecure), UploadFlow()],
        idleTimeout: .seconds(60))
    guard let tls = try certificate?.configuration() else {
        return HTTPServerBuilder { responder in
            BoundedChannel(base: HTTP1Channel(responder: responder, configuration: connection), table: table)
        }
    }
    return HTTPServerBuilder { responder in
        let secure = SecureChannel(
            try HTTP2UpgradeChannel(
                tlsConfiguration: tls,
                configuration: HTTP2ChannelConfiguration(
                    idleTimeout: .seconds(60), gracefulCloseTimeout: StopInTime.gentle, streamConfiguration: connection),
                responder: responder)
        ) { table.logWithoutTLS() }
        return BoundedChannel(base: secure, table: table)
    }
}

func webhookCarrier(_ settings: ServerSettings, now: @escaping Now) throws -> HTTPWebhookCarrier {
    let sender = try httpSender(
        authorityFile: settings.webhookAuthorities, allowsPrivate: settings.allowsPrivateWebhooks,
        connections: HTTPSender.usualConnections)
    return HTTPWebhookCarrier(sender: sender, now: now)
}

/// The sender of requests to webhooks and providers.
package func httpSender(authorityFile: String?, allowsPrivate: Bool, connections: Int) throws -> HTTPSender {
    do {
        return try HTTPSender(
            authorityFile: authorityFile, allowsPrivate: allowsPrivate, connections: connections, now: systemTime,
            clock: ContinuousClock())
    } catch {
        throw OperatorError(
            "The file of --webhook-ca (FAIRKIT_WEBHOOK_CA) holds no readable PEM certificates. Check its path, permissions and content."
        )
    }
}

/// Nanoseconds since now, from a monotonic clock.
private func monotonicTime() -> @Sendable () -> Int64 {
    let start = ContinuousClock.now
    return {
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
