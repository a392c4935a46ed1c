import BarcodeReader
import CoreMetrics
import FairKitCore
import FairKitHTTP
import FairKitRuntime
package import FairKitService
package import FairKitStore
import FairKitVault
import FoundationEssentials
package import Hummingbird
import HummingbirdCore
import HummingbirdHTTP2
package import Logging
import NIOHTTPTypes
import ServiceLifecycle
import Synchronization
import Webhook

/// Puts the server together: the one place that knows everything.
/// - Parameters:
///   - socket: where commands come in; nil: nowhere.
///   - onStart: is told the address, once connections are taken.
package func buildServer(
    _ installation: Installation, socket: ControlSocket?, settings: ServerSettings,
    metrics: ServerMetrics, logger: Logger, onStart: @escaping @Sendable (String) async -> Void
) async throws -> (some ApplicationProtocol, OpenTenants) {
    let workers = scanWorkers(
        acceptsWeakerCage: settings.acceptsWeakerCage, logger: logger, metrics: metrics.registry)
    let gates = Gates(metrics: metrics.registry)
    let certificate = try settings.certificate.map { try ServerCertificate($0) }
    let signing = SigningKeys()
    let tending = TendSigningKeys(
        control: installation.control, keys: signing, now: systemTime, clock: ContinuousClock(), logger: logger)
    try await tending.tend()
    let tokens = AccessTokens(
        keys: signing, issuer: settings.publicURL?.description ?? "fairkit", now: systemTime)
    // Whether its file can be read shows now, not when the first tenant is opened.
    _ = try webhookCarrier(settings)
    let limiter = RateLimiter(
        settings.rateLimits, now: monotonicTime(), metrics: metrics.registry, logger: logger)
    let apps = TenantApps(workers: workers, settings: settings, metrics: metrics, logger: logger)
    let tenants = OpenTenants(
        installation, observer: metrics.observer, sendsMail: settings.mail != nil, now: systemTime,
        clock: ContinuousClock(), logger: logger
    ) { await apps.make(of: $0, store: $1) }
    let collect = CollectMetrics(workers: workers, now: systemTime, metrics: metrics.registry) {
        await tenants.openStores.map { ($0.tenant.name, $0.store) }
    }
    let metering = metrics.metering(collect)
    apps.collect.withLock { $0 = collect }
    switch installation.rotationAtOpening {
    case .ended(nil): break
    case .ended(let file?):
        logger.warning(
            "the old master key is kept: it was to be, or a tenant's key could not be read",
            metadata: ["file": "\(file)"])
    case .unended(let error):
        logger.error("the change of the master key could not be ended", metadata: ["error": "\(error)"])
    }
    for erasure in installation.erasuresUnended {
        logger.error(
            "an erased tenant's key could not be destroyed: it is tried again at the next start, or when the tenant is erased again",
            metadata: ["tenant": "\(erasure.folder)", "error": "\(erasure.error)"])
    }
    // What keeps the first tenant from being opened is said before anybody is answered.
    try await tenants.openFirst()
    // Without it the server begins as on a full disk, and says so as it does of one.
    _ = installation.held.makeReserve()

    let keeping = KeepReserve(held: installation.held, clock: ContinuousClock(), logger: logger)
    let trying = TryWriting(
        control: installation.control, stores: { await tenants.openStores.map(\.store) }, clock: ContinuousClock(),
        logger: logger)
    let reloading = ReloadCertificate(certificate: certificate, logger: logger)
    let control = socket.map {
        ControlServer(
            socket: $0, tenants: tenants,
            rotate: RotateSigningKey(
                control: installation.control, keys: signing, now: systemTime, logger: logger),
            gates: gates, metering: metering, logger: logger)
    }
    let shared = SharedServices(
        gates: gates, turns: .forCores(ProcessInfo.processInfo.activeProcessorCount), limiter: limiter,
        proxies: settings.proxies, tokens: tokens, publicURL: settings.publicURL,
        metering: metering, ready: tenants.ready, outline: tenants.outline,
        enter: tenants.visit)
    let connections = ConnectionTable(
        settings.connections.within(descriptors: ConnectionLimits.descriptors), proxies: settings.proxies,
        metrics: metrics.registry, logger: logger)
    let pages = settings.metricsPort.map { MetricsListener(metering: metering, port: $0, logger: logger) }
    let returning = ReturnMemory(
        clock: ContinuousClock(), unused: FreedMemory.unused, giveBack: FreedMemory.giveBack)
    let resting = CloseUnused(
        control: installation.control, stores: { await tenants.openStores.map(\.store) }, clock: ContinuousClock())
    let beside: [(any Service)?] = [
        workers, tenants, keeping, trying, reloading, tending, returning, resting, control, pages,
    ]
    let application = Application(
        router: router(at: .network, sharing: shared),
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

/// HTTP/1.1 in clear, or with TLS 1.3 HTTP/2, too.
private func listener(_ certificate: ServerCertificate?, _ table: ConnectionTable) throws -> HTTPServerBuilder {
    let isSecure = certificate != nil
    // Only streams of HTTP/2 have a deadline of their own.
    let connection = HTTP1Channel.Configuration(
        additionalChannelHandlers: (isSecure
            ? [WriteDeadline<HTTPResponsePart>(onlyOfStreams: true) { table.noteStall() }] : [])
            + [FollowRequests(table), AnswerHeaders(isSecure: isSecure), UploadFlow()],
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
                responder: responder))
        return BoundedChannel(base: secure, table: table)
    }
}

func webhookCarrier(_ settings: ServerSettings) throws -> HTTPWebhookCarrier {
    do {
        return try HTTPWebhookCarrier(
            authorityFile: settings.webhookAuthorities, allowsPrivate: settings.allowsPrivateWebhooks, now: systemTime,
            clock: ContinuousClock())
    } catch {
        throw OperatorError(
            "The file of --webhook-ca (FAIRKIT_WEBHOOK_CA) holds no certificates in PEM that can be read. Check its name, its mode and what is in it."
        )
    }
}

/// Nanoseconds from now on, of a clock that nobody sets.
private func monotonicTime() -> @Sendable () -> Int64 {
    let start = ContinuousClock.now
    return {
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
