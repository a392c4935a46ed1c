import Glibc
import NIOCore
import NIOSSL
import Synchronization

/// The certificate that the server shows, and its private key, from two files in PEM that can be read anew.
final class ServerCertificate: Sendable {
    private let files: CertificateFiles
    private let shown: Mutex<NIOSSLContextConfigurationOverride>

    /// - Throws: `CommandFailure` if the files can't be used.
    init(_ files: CertificateFiles) throws {
        self.files = files
        shown = Mutex(try files.read())
    }

    /// Reads the files anew: connections that come get what they hold now, those that are open keep theirs.
    /// - Throws: `CommandFailure`; then everything stays as it was.
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

/// Where a certificate with those that lead to its authority stands, and its private key.
struct CertificateFiles {
    let chain: String
    let key: String

    /// Reads both, and sees that they belong together.
    func read() throws -> NIOSSLContextConfigurationOverride {
        var status = stat()
        guard unsafe stat(key, &status) == 0 else {
            throw CommandFailure(
                "\(key) can't be read: \(unsafe String(cString: strerror(errno))). Check --tls-key (FAIRKIT_TLS_KEY).")
        }
        guard status.st_mode & 0o007 == 0 else {
            throw CommandFailure(
                "\(key) holds the private key of TLS and can be read by everybody. Run: chmod o= \(key)")
        }
        var read = NIOSSLContextConfigurationOverride()
        do {
            read.certificateChain = try NIOSSLCertificate.fromPEMFile(chain).map { .certificate($0) }
        } catch { throw refusal("holds no certificates in PEM that can be read") }
        guard let certificates = read.certificateChain, !certificates.isEmpty else {
            throw refusal("holds no certificate")
        }
        let privateKey: NIOSSLPrivateKeySource
        do {
            privateKey = .privateKey(try NIOSSLPrivateKey(file: key, format: .pem))
        } catch {
            throw CommandFailure(
                "\(key) holds no private key in PEM that can be read without a passphrase. Check --tls-key (FAIRKIT_TLS_KEY)."
            )
        }
        read.privateKey = privateKey
        do {
            _ = try NIOSSLContext(
                configuration: .makeServerConfiguration(certificateChain: certificates, privateKey: privateKey))
        } catch {
            throw CommandFailure(
                "\(key) is not the private key of the first certificate in \(chain). Put that one first, or name its key."
            )
        }
        return read
    }

    func refusal(_ what: String) -> CommandFailure {
        CommandFailure("\(chain) \(what). Check --tls-certificate (FAIRKIT_TLS_CERTIFICATE).")
    }
}
