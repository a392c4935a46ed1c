import Dispatch
package import FairKitStore
import Glibc
package import Logging
package import ServiceLifecycle
import UnixSignals

/// Ends the process within five seconds of the signal, whatever clients do: systemd and operators wait no longer.
///
/// What is being answered has three seconds to end. Then connections are cut off: half a photo is no photo. Should even
/// that not end the server, the stores are closed, so that what was answered stays, and the process goes.
package struct StopInTime: Service {
    private let installation: Installation
    private let logger: Logger

    package static let gentle = Duration.seconds(3)
    private static let last = DispatchTimeInterval.milliseconds(4500)

    init(_ installation: Installation, logger: Logger) {
        self.installation = installation
        self.logger = logger
    }

    /// The server and this, until SIGTERM or SIGINT.
    package static func group(_ server: any Service, _ installation: Installation, logger: Logger) -> ServiceGroup {
        // The last of them is told first that it is time.
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
