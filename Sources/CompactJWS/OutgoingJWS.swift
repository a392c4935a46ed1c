import FoundationEssentials
package import KeyRing
import TextEncodings

/// A JSON Web Signature in compact form (RFC 7515, section 7.1) that another service verifies.
///
/// Such services name the algorithm: Apple and push services of browsers want ES256, Google RS256. FairKit can't read
/// this form: tokens that it accepts are a `CompactJWS`, whose only algorithm is EdDSA. See decision 0038.
package enum OutgoingJWS {
    /// The key that signs, which fixes the algorithm (RFC 7518, section 3.1).
    package enum Key: Sendable {
        /// ES256.
        case p256(P256PrivateKey)
        /// RS256.
        case rsa(RSAPrivateKey)

        fileprivate var algorithm: String {
            switch self {
            case .p256: "ES256"
            case .rsa: "RS256"
            }
        }

        fileprivate func signature(of message: [UInt8]) throws(KeyError) -> [UInt8] {
            switch self {
            case .p256(let key): try key.signature(of: message)
            case .rsa(let key): try key.signature(of: message)
            }
        }
    }

    /// Signs claims (RFC 7519).
    /// - Parameters:
    ///   - claims: encoded as a JSON object.
    ///   - keyID: by which the receiver finds the public key; nil: it knows it otherwise.
    package static func text(_ claims: some Encodable, keyID: String?, key: Key) throws(KeyError) -> String {
        let header = Header(alg: key.algorithm, kid: keyID, typ: "JWT")
        let signed = "\(base64URL(try json(header))).\(base64URL(try json(claims)))"
        return "\(signed).\(base64URL(try key.signature(of: Array(signed.utf8))))"
    }

    private struct Header: Encodable {
        let alg: String
        let kid: String?
        let typ: String
    }

    private static func json(_ value: some Encodable) throws(KeyError) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do { return try encoder.encode(value) } catch { throw .cryptography(operation: "encoding claims") }
    }
}
