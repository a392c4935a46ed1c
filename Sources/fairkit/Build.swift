import FairKitCore
import FairKitHTTP
import FairKitService
import FairKitStore
import FoundationEssentials
import Hummingbird
import Logging
import ServiceLifecycle

/// Puts the server together: the only place that knows everything.
/// - Parameters:
///   - socket: where commands come in; nil: nowhere.
///   - onStart: is told the address, once connections are taken.
func buildServer(
    store: Store, socket: ControlSocket?, host: String, port: Int, logger: Logger,
    onStart: @escaping @Sendable (String) async -> Void
) -> some ApplicationProtocol {
    let workers = scanWorkers(logger: logger)
    let cases = useCases(store: store, workers: workers, requiresIssuedKits: false)
    let uploads = UploadGate()
    let cleaning = DeleteExpired(store: store, now: systemTime, clock: ContinuousClock(), logger: logger)
    let control = socket.map { ControlServer(socket: $0, cases: cases, uploads: uploads, logger: logger) }
    return Application(
        router: routes(cases, uploads: uploads),
        server: .http1(configuration: .init(additionalChannelHandlers: [UploadFlow()], idleTimeout: .seconds(60))),
        configuration: ApplicationConfiguration(address: .hostname(host, port: port), serverName: nil),
        services: [workers, cleaning] + (control.map { [$0] } ?? []),
        onServerRunning: { channel in
            let address = channel.localAddress
            await onStart("\(address?.ipAddress ?? host):\(address?.port ?? port)")
        },
        logger: logger)
}

func useCases(store: Store, workers: ScanWorkerPool, requiresIssuedKits: Bool) -> UseCases {
    UseCases(
        store: store, workers: workers, zones: TimeZones(), requiresIssuedKits: requiresIssuedKits, now: systemTime,
        clock: ContinuousClock())
}

/// One worker a core, each this same binary.
func scanWorkers(logger: Logger) -> ScanWorkerPool {
    ScanWorkerPool(
        worker: ScanWorkerPool.Worker(executable: "/proc/self/exe", arguments: [Entry.workerArgument]),
        count: ProcessInfo.processInfo.activeProcessorCount, logger: logger)
}

/// Everything goes to standard error, so that standard output is a command's answer.
func standardLogger(level: Logger.Level = .info) -> Logger {
    var logger = Logger(label: "fairkit") { StreamLogHandler.standardError(label: $0) }
    logger.logLevel = level
    return logger
}

let systemTime: Now = { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }
