import FoundationEssentials
package import KeyRing
import TextEncodings

/// A JSON Web Signature in its compact form (RFC 7515, section 7.1), signed with Ed25519 (RFC 8037, section 3.1).
///
/// No other algorithm is known here, and no key that a header brings along: neither `none` nor an HMAC under a public key can be asked for
/// (RFC 8725, sections 3.1 and 3.10). See the decision `0038-no-jwt-library`.
package struct CompactJWS: Sendable {
    /// What it says of itself. Nobody has signed it until `payload(signedBy:)` says so.
    package let header: Header
    private let content: [UInt8]
    private let signed: [UInt8]
    private let signature: [UInt8]

    /// The members that are known here; others that a header has are ignored (RFC 7515, section 4.2).
    package struct Header: Hashable, Sendable {
        /// What kind of thing is signed, such as `at+jwt`; nil: it does not say.
        package let type: String?
        /// The id of the key; nil: it does not say.
        package let keyID: String?

        package init(type: String?, keyID: String?) {
            self.type = type
            self.keyID = keyID
        }
    }

    /// - Parameter text: three parts in base64url without padding, with dots between them.
    /// - Returns: nil if it is anything else, of another algorithm, or demands what is not known here (`crit`).
    package init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let head = bytes(base64URL: parts[0]), let content = bytes(base64URL: parts[1]),
            let signature = bytes(base64URL: parts[2]),
            let header = try? JSONDecoder().decode(Header.self, from: Data(head))
        else { return nil }
        self.header = header
        self.content = content
        self.signature = signature
        signed = Array("\(parts[0]).\(parts[1])".utf8)
    }

    /// What is signed; nil if it was not signed with this key.
    /// - Parameter key: the 32 bytes of an Ed25519 public key.
    package func payload(signedBy key: [UInt8]) throws(KeyError) -> [UInt8]? {
        try Ed25519.isSignature(signature, of: signed, by: key) ? content : nil
    }

    /// Signs a payload.
    /// - Parameter seed: the 32 bytes that an Ed25519 key is made of.
    package static func text(_ payload: [UInt8], _ header: Header, seed: [UInt8]) throws(KeyError) -> String {
        let signed = "\(base64URL(header.json)).\(base64URL(payload))"
        return "\(signed).\(base64URL(try Ed25519.signature(of: Array(signed.utf8), by: seed)))"
    }
}

extension CompactJWS.Header: Codable {
    private static let algorithm = "EdDSA"

    private enum Member: String, CodingKey {
        case algorithm = "alg"
        case type = "typ"
        case keyID = "kid"
        case critical = "crit"
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self)
        guard try members.decode(String.self, forKey: .algorithm) == CompactJWS.Header.algorithm,
            !members.contains(.critical)
        else {
            throw DecodingError.dataCorruptedError(forKey: .algorithm, in: members, debugDescription: "not known here")
        }
        self.init(
            type: try members.decodeIfPresent(String.self, forKey: .type),
            keyID: try members.decodeIfPresent(String.self, forKey: .keyID))
    }

    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Member.self)
        try members.encode(CompactJWS.Header.algorithm, forKey: .algorithm)
        try members.encodeIfPresent(type, forKey: .type)
        try members.encodeIfPresent(keyID, forKey: .keyID)
    }

    /// The members in the order of their names.
    fileprivate var json: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do { return Array(try encoder.encode(self)) } catch { fatalError("texts can be encoded: \(error)") }
    }
}
