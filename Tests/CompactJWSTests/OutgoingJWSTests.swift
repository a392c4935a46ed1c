import CompactJWS
import KeyRing
import TestKeys
import Testing
import TextEncodings

@Suite struct `A JWS for another service` {
    private struct Claims: Encodable {
        let iss: String
        let iat: Int64
    }

    private let claims = Claims(iss: "https://a.example/", iat: 7)

    private func parts(_ text: String) -> [String] {
        text.split(separator: ".").map { String(decoding: bytes(base64URL: $0) ?? [], as: UTF8.self) }
    }

    @Test func `names ES256 for a key on P-256`() throws {
        let key = try P256PrivateKey(pem: Array(PEM.p256.utf8))
        let text = try OutgoingJWS.text(claims, keyID: "K/1", key: .p256(key))
        #expect(parts(text)[0] == #"{"alg":"ES256","kid":"K/1","typ":"JWT"}"#)
        #expect(parts(text)[1] == #"{"iat":7,"iss":"https://a.example/"}"#)
        #expect(bytes(base64URL: text.split(separator: ".")[2])?.count == 64)
    }

    @Test func `names RS256 for an RSA key, and signs with it`() throws {
        let key = try RSAPrivateKey(pem: Array(PEM.rsa.utf8))
        let text = try OutgoingJWS.text(claims, keyID: nil, key: .rsa(key))
        #expect(parts(text)[0] == #"{"alg":"RS256","typ":"JWT"}"#)
        let signed = text.split(separator: ".").prefix(2).joined(separator: ".")
        let signature = base64URL(try key.signature(of: Array(signed.utf8)))
        #expect(text == "\(signed).\(signature)")
    }

    @Test func `is never accepted as a token of FairKit`() throws {
        let p256 = try OutgoingJWS.text(
            claims, keyID: nil, key: .p256(try P256PrivateKey(pem: Array(PEM.p256.utf8))))
        let rsa = try OutgoingJWS.text(claims, keyID: nil, key: .rsa(try RSAPrivateKey(pem: Array(PEM.rsa.utf8))))
        #expect(CompactJWS(p256) == nil)
        #expect(CompactJWS(rsa) == nil)
    }
}
