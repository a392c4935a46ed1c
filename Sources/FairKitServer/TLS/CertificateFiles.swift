import DurableFiles
import NIOSSL

/// The files of the TLS certificate chain and its private key.
package struct CertificateFiles: Sendable {
    package let chain: String
    package let key: String

    package init(chain: String, key: String) {
        self.chain = chain
        self.key = key
    }

    /// Reads both files, and checks that they match.
    func read() throws -> NIOSSLContextConfigurationOverride {
        let (bytes, access): ([UInt8], FileAccess)
        do throws(FileError) { (bytes, access) = try DurableFile.readWithAccess(key) } catch {
            throw OperatorError("\(key) can't be read: \(error.reason). Check --tls-key (FAIRKIT_TLS_KEY).")
        }
        guard access.mode & 0o007 == 0 else {
            throw OperatorError(
                "\(key) is the TLS private key, and every user can read it. Run: chmod o= \(key)")
        }
        guard !access.isForeign else {
            throw OperatorError(
                "\(key) is the TLS private key, and belongs to another user. Give it to root, or to the user that runs FairKit, with chown."
            )
        }
        var read = NIOSSLContextConfigurationOverride()
        do {
            read.certificateChain = try NIOSSLCertificate.fromPEMFile(chain).map { .certificate($0) }
        } catch { throw refusal("holds no readable PEM certificates") }
        guard let certificates = read.certificateChain, !certificates.isEmpty else {
            throw refusal("holds no certificate")
        }
        let privateKey: NIOSSLPrivateKeySource
        do {
            privateKey = .privateKey(try NIOSSLPrivateKey(bytes: bytes, format: .pem))
        } catch {
            throw OperatorError(
                "\(key) holds no PEM private key that is readable without a passphrase. Check --tls-key (FAIRKIT_TLS_KEY)."
            )
        }
        read.privateKey = privateKey
        do {
            _ = try NIOSSLContext(
                configuration: .makeServerConfiguration(certificateChain: certificates, privateKey: privateKey))
        } catch {
            throw OperatorError(
                "\(key) is not the private key of the first certificate in \(chain). Put the matching certificate first, or use that certificate's key."
            )
        }
        return read
    }

    func refusal(_ what: String) -> OperatorError {
        OperatorError("\(chain) \(what). Check --tls-certificate (FAIRKIT_TLS_CERTIFICATE).")
    }
}
