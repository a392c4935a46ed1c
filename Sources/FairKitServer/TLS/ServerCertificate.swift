import NIOCore
import NIOSSL
import Synchronization

/// The server's TLS certificate and private key, from two PEM files that can be reloaded.
final class ServerCertificate: Sendable {
    private let files: CertificateFiles
    private let shown: Mutex<NIOSSLContextConfigurationOverride>

    /// - Throws: `OperatorError` if the files are unusable.
    init(_ files: CertificateFiles) throws {
        self.files = files
        shown = Mutex(try files.read())
    }

    /// Reloads the files. New connections get the new certificate; open ones keep theirs.
    ///
    /// - Throws: `OperatorError`; then nothing changes.
    func reload() throws {
        let read = try files.read()
        shown.withLock { $0 = read }
    }

    /// TLS 1.3 only.
    func configuration() throws -> TLSConfiguration {
        let first = shown.withLock(\.self)
        guard let chain = first.certificateChain, let key = first.privateKey else { throw files.refusal("is empty") }
        var configuration = TLSConfiguration.makeServerConfiguration(certificateChain: chain, privateKey: key)
        configuration.minimumTLSVersion = .tlsv13
        configuration.sslContextCallback = { [self] _, promise in promise.succeed(shown.withLock(\.self)) }
        return configuration
    }
}
