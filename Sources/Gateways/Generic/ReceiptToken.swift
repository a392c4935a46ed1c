import FoundationEssentials
import KeyRing
import TextEncodings

/// The token in `Authorization` that signs a receipt (JWT, HS256), as Vonage sends it:
/// https://developer.vonage.com/en/getting-started/concepts/webhooks#decoding-signed-webhooks
///
/// No other algorithm is accepted, so an attacker can't choose `none` (RFC 8725, section 3.1).
struct ReceiptToken {
    /// In seconds since 1970.
    let issuedAt: Int64
    private let bodyHash: String?

    /// nil: it is malformed, or signed with another secret.
    ///
    /// - Parameter header: `Bearer` and the token.
    init?(_ header: String, secret: [UInt8]) {
        let words = header.split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bearer" else { return nil }
        let parts = words[1].split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let head = bytes(base64URL: parts[0]), let content = bytes(base64URL: parts[1]),
            let signature = bytes(base64URL: parts[2]), decoded(Header.self, head)?.alg == "HS256",
            let digest = try? KeyRing.signature(of: Array("\(parts[0]).\(parts[1])".utf8), by: secret),
            equalInConstantTime(digest, signature),
            let claims = decoded(Claims.self, content, names: .convertFromSnakeCase)
        else { return nil }
        issuedAt = claims.iat
        bodyHash = claims.payloadHash
    }

    /// Whether the token was made for this body.
    func covers(_ body: [UInt8]) -> Bool {
        guard let bodyHash, let digest = try? sha256(body) else { return false }
        return equalInConstantTime(Array(hexadecimal(digest).utf8), Array(bodyHash.lowercased().utf8))
    }

    private struct Header: Decodable {
        let alg: String
    }

    private struct Claims: Decodable {
        let iat: Int64
        let payloadHash: String?
    }
}
