import Logging
import ServiceLifecycle
import UnixSignals

/// Reads the certificate anew whenever SIGHUP comes, as servers do.
struct ReloadCertificate: Service {
    /// nil: there is no TLS, and the signal does nothing.
    let certificate: ServerCertificate?
    let logger: Logger

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in await UnixSignalsSequence(trapping: .sighup) {
                do {
                    try certificate?.reload()
                    logger.notice(
                        "\(certificate == nil ? "there is no certificate to read" : "the certificate was read anew")")
                } catch {
                    // Whoever is connected, and whoever comes, keeps being served as before.
                    logger.error(
                        "the certificate was not read anew; the one before stays", metadata: ["reason": "\(error)"])
                }
            }
        }
    }
}
