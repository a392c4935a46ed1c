import Logging
import ServiceLifecycle
import UnixSignals

/// Reloads the TLS certificate on SIGHUP.
struct ReloadCertificate: Service {
    /// nil: there is no TLS, and the signal has no effect.
    let certificate: ServerCertificate?
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in await UnixSignalsSequence(trapping: .sighup) {
                do {
                    try certificate?.reload()
                    logger.notice(
                        "\(certificate == nil ? "no TLS certificate is configured" : "the TLS certificate was reloaded")"
                    )
                } catch {
                    // Present and new connections keep the previous certificate.
                    logger.error(
                        "the TLS certificate could not be reloaded; the previous one stays in use",
                        metadata: ["reason": "\(error)"])
                }
            }
        }
    }
}
