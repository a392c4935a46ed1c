import NIOCore
import NIOSSL
import Synchronization

/// The certificate that the server shows, and its private key, from two files in PEM that can be read anew.
final class ServerCertificate: Sendable {
    private let files: CertificateFiles
    private let shown: Mutex<NIOSSLContextConfigurationOverride>

    /// - Throws: `OperatorError` if the files can't be used.
    init(_ files: CertificateFiles) throws {
        self.files = files
        shown = Mutex(try files.read())
    }

    /// Reads the files anew: connections that come get what they hold now, those that are open keep theirs.
    /// - Throws: `OperatorError`; then everything stays as it was.
    func reload() throws {
        let read = try files.read()
        shown.withLock { $0 = read }
    }

    /// TLS 1.3 and nothing older.
    func configuration() throws -> TLSConfiguration {
        let first = shown.withLock(\.self)
        guard let chain = first.certificateChain, let key = first.privateKey else { throw files.refusal("is empty") }
        var configuration = TLSConfiguration.makeServerConfiguration(certificateChain: chain, privateKey: key)
        configuration.minimumTLSVersion = .tlsv13
        configuration.sslContextCallback = { [self] _, promise in promise.succeed(shown.withLock(\.self)) }
        return configuration
    }
}
