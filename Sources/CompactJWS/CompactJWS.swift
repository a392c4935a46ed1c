import FoundationEssentials
package import KeyRing
import TextEncodings

/// A JSON Web Signature in compact form (RFC 7515, section 7.1), signed with Ed25519 (RFC 8037, section 3.1).
///
/// No other algorithms are supported, and no keys in headers, so an attacker can choose neither `none` nor an HMAC with
/// a public key (RFC 8725, sections 3.1 and 3.10). See decision 0038.
package struct CompactJWS: Sendable {
    /// The header. It is not authenticated until `payload(signedBy:)` has checked the signature.
    package let header: Header
    private let content: [UInt8]
    private let signed: [UInt8]
    private let signature: [UInt8]

    /// The supported members; others are ignored (RFC 7515, section 4.2).
    package struct Header: Hashable, Sendable {
        /// The type of the token, such as `at+jwt`; nil: missing.
        package let type: String?
        /// The id of the key; nil: missing.
        package let keyID: String?

        package init(type: String?, keyID: String?) {
            self.type = type
            self.keyID = keyID
        }
    }

    /// - Parameter text: three base64url parts without padding, joined by dots.
    /// - Returns: nil if it is anything else, uses another algorithm, or demands an extension (`crit`).
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

    /// The payload; nil if the signature is not from this key.
    ///
    /// - Parameter key: the 32 bytes of an Ed25519 public key.
    package func payload(signedBy key: [UInt8]) throws(KeyError) -> [UInt8]? {
        try Ed25519.isSignature(signature, of: signed, by: key) ? content : nil
    }

    /// Signs a payload.
    ///
    /// - Parameter seed: the 32 byte seed of an Ed25519 key.
    package static func text(_ payload: [UInt8], _ header: Header, seed: [UInt8]) throws(KeyError) -> String {
        let signed = "\(base64URL(header.json)).\(base64URL(payload))"
        return "\(signed).\(base64URL(try Ed25519.signature(of: Array(signed.utf8), by: seed)))"
    }
}

extension CompactJWS.Header: Decodable {
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

    /// The members, sorted by name. Written here, since a `JSONEncoder` can throw, and three texts can't fail.
    fileprivate var json: [UInt8] {
        let members: [(Member, String?)] = [
            (.algorithm, CompactJWS.Header.algorithm), (.keyID, keyID), (.type, type),
        ]
        let written = members.compactMap { name, value in value.map { "\"\(name.rawValue)\":\"\(escaped($0))\"" } }
        return Array("{\(written.joined(separator: ","))}".utf8)
    }
}

/// The inside of a JSON string (RFC 8259, section 7).
private func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text.unicodeScalars {
        switch character {
        case "\"", "\\": escaped += "\\\(character)"
        case _ where character.value < 0x20: escaped += "\\u00\(hexadecimal([UInt8(character.value)]))"
        default: escaped.unicodeScalars.append(character)
        }
    }
    return escaped
}
