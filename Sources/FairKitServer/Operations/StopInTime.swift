import Dispatch
package import FairKitStore
import Glibc
package import Logging
package import ServiceLifecycle
import UnixSignals

/// Ends the process within five seconds of the signal, whatever clients do: systemd and operators wait no longer.
///
/// Running requests have three seconds to finish. Then connections are cut: half a photo is useless. If the server
/// still does not end, the stores are closed, so that acknowledged writes stay, and the process exits.
package struct StopInTime: Service {
    private let installation: any Installation
    private let logger: Logger

    package static let gentle = Duration.seconds(3)
    private static let last = DispatchTimeInterval.milliseconds(4500)

    init(_ installation: any Installation, logger: Logger) {
        self.installation = installation
        self.logger = logger
    }

    /// The server and this service, until SIGTERM or SIGINT.
    package static func group(_ server: any Service, _ installation: any Installation, logger: Logger) -> ServiceGroup {
        // The last service is stopped first.
        var configuration = ServiceGroupConfiguration(
            services: [server, StopInTime(installation, logger: logger)], gracefulShutdownSignals: [.sigterm, .sigint],
            logger: logger)
        configuration.maximumGracefulShutdownDuration = gentle
        return ServiceGroup(configuration: configuration)
    }

    package func run() async throws {
        try await gracefulShutdown()
        logger.notice("stopping")
        DispatchQueue.global().asyncAfter(deadline: .now() + StopInTime.last) { [installation, logger] in
            logger.warning("stopped with connections still open")
            installation.closeAtOnce()
            _exit(0)
        }
    }
}
