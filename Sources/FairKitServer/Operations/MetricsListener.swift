import FairKitFrame
import FairKitHTTP
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle

/// Serves the metrics without authentication, on 127.0.0.1 only.
struct MetricsListener: Service {
    let metering: Metering
    let port: Int
    let logger: Logger

    func run() async throws {
        let server = Application(
            router: metricsRouter(metering),
            server: .http1(
                configuration: .init(
                    additionalChannelHandlers: [AnswerHeaders(isSecure: false)], idleTimeout: .seconds(60))),
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port), serverName: nil),
            onServerRunning: { channel in
                logger.notice(
                    "metrics listening", metadata: ["metrics": "127.0.0.1:\(channel.localAddress?.port ?? port)"])
            },
            logger: logger)
        do {
            try await server.run()
        } catch {
            throw OperatorError(listeningOn: "127.0.0.1", port, option: "--metrics-port", error) ?? error
        }
    }
}
