import ArgumentParser
import FairKitServer
import FairKitStore
import FairKitVault
import Glibc
import Hummingbird
import Logging
import ServiceLifecycle

/// `fairkit serve`: runs the server.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Run the server until SIGTERM or SIGINT.",
        discussion: """
            When the server is ready, the log names its address and the address of its documentation.

            Examples:
              fairkit serve --data /var/lib/fairkit
              FAIRKIT_DATA=/var/lib/fairkit fairkit serve --port 9000
            """)

    @OptionGroup var options: DirectoryOptions

    @Option(
        help: ArgumentHelp("The address that the server listens on (FAIRKIT_HOST, 127.0.0.1).", valueName: "address"))
    var host: String?

    @Option(help: ArgumentHelp("The port; 0: the system chooses one (FAIRKIT_PORT, 8080).", valueName: "port"))
    var port: String?

    @Option(
        help: ArgumentHelp(
            "The TLS certificate chain, in PEM. SIGHUP reloads it (FAIRKIT_TLS_CERTIFICATE, none: no TLS).",
            valueName: "file"))
    var tlsCertificate: String?

    @Option(help: ArgumentHelp("The private key of the certificate, in PEM (FAIRKIT_TLS_KEY).", valueName: "file"))
    var tlsKey: String?

    @Option(
        help: ArgumentHelp(
            "The addresses of a TLS proxy in front of the server, which sends the client's address in X-Forwarded-For; local: on this machine (FAIRKIT_BEHIND_PROXY, none).",
            valueName: "addresses"))
    var behindProxy: String?

    @Option(
        help: ArgumentHelp(
            "A port on 127.0.0.1 that serves /metrics without a key (FAIRKIT_METRICS_PORT, none).", valueName: "port"))
    var metricsPort: String?

    @Flag(
        inversion: .prefixedNo,
        help:
            "Read photos even if the kernel can't sandbox the decoders fully (FAIRKIT_ACCEPT_WEAKER_CAGE, false).")
    var acceptWeakerCage: Bool?

    @Flag(
        inversion: .prefixedNo,
        help:
            "Allow webhooks to private addresses, and by http (FAIRKIT_ALLOW_PRIVATE_WEBHOOKS, false).")
    var allowPrivateWebhooks: Bool?

    @Option(
        help: ArgumentHelp(
            "Certificate authorities to trust for webhooks, in PEM, in addition to the system's (FAIRKIT_WEBHOOK_CA, none).",
            valueName: "file"))
    var webhookCA: String?

    @Option(
        help: ArgumentHelp(
            "The file of channels: SMS, calls, chats (FAIRKIT_CHANNELS, none: mail and webhooks only).",
            valueName: "file"))
    var channels: String?

    @OptionGroup var rates: RateOptions

    @OptionGroup var sending: SendingOptions

    @OptionGroup var connections: ConnectionOptions

    @OptionGroup var mail: MailOptions

    @Option(help: ArgumentHelp("trace, debug, info, notice, warning … (FAIRKIT_LOG_LEVEL, info).", valueName: "level"))
    var logLevel: String?

    func run() async throws {
        let own: [SettingName: String?] = [
            .host: host, .port: port, .tlsCertificate: tlsCertificate, .tlsKey: tlsKey,
            .behindProxy: behindProxy, .metricsPort: metricsPort,
            .acceptWeakerCage: acceptWeakerCage.map { "\($0)" }, .logLevel: logLevel,
            .allowPrivateWebhooks: allowPrivateWebhooks.map { "\($0)" }, .webhookCA: webhookCA,
            .channels: channels,
        ]
        let groups = [sending.values, connections.values, mail.values]
            .reduce(rates.values) { $0.merging($1) { $1 } }
        let settings = try options.settings(own.merging(groups) { $1 })
        try MachineMemory.check()
        raiseDescriptorLimit()
        keepTimeZone()
        let metrics = ServerMetrics(version: FairKitCommand.version)
        let installation = try await settings.openInstallation()
        defer { installation.close() }
        try settings.server.checkPorts()
        let logger = standardLogger(level: settings.logLevel)
        let (server, _) = try await buildServer(
            installation, socket: try ControlSocket(in: settings.data.path), settings: settings.server,
            metrics: metrics, logger: logger
        ) { address in
            let documents = settings.server.documents(at: address)
            logger.notice("listening", metadata: ["address": "\(address)", "docs": "\(documents)"])
        }
        do {
            try await StopInTime.group(server, installation, logger: logger).run()
        } catch is CancellationError {
            // Work that did not end in time was cancelled.
        } catch {
            let (host, port) = (settings.server.host, settings.server.port)
            throw OperatorError(listeningOn: host, port, option: "--port", error) ?? error
        }
        logger.notice("stopped")
    }
}

/// Raises the soft limit of file descriptors, which is often only 1,024. An open tenant takes about seven, a connection one.
private func raiseDescriptorLimit() {
    let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    var limit = rlimit()
    guard unsafe getrlimit(resource, &limit) == 0 else { return }
    limit.rlim_cur = max(limit.rlim_cur, min(limit.rlim_max, 65_536))
    // If it can't be raised, the metric `process_max_fds` shows the limit.
    _ = unsafe setrlimit(resource, &limit)
}

/// Makes the C library read the machine's time zone once. Without `TZ`, it checks the file for changes at every line of the log.
private func keepTimeZone() {
    unsafe setenv("TZ", ":/etc/localtime", 0)
}
