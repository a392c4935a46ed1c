import CompactJWS
import KeyRing
import Testing
import TextEncodings

@Suite struct `A compact JWS` {
    /// RFC 8037, appendix A.1.
    private let seed = bytes(base64URL: "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A") ?? []
    /// RFC 8037, appendix A.2.
    private let key = bytes(base64URL: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo") ?? []
    /// RFC 8037, appendix A.4.
    private let text =
        "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCj"
        + "P0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg"
    private let payload = Array("Example of Ed25519 signing".utf8)

    @Test func `is the one of RFC 8037`() throws {
        let plain = CompactJWS.Header(type: nil, keyID: nil)
        #expect(try CompactJWS.text(payload, plain, seed: seed) == text)
        let jws = try #require(CompactJWS(text))
        #expect(jws.header == plain)
        #expect(try jws.payload(signedBy: key) == payload)
    }

    @Test(arguments: [
        "", "a/\"b\"", #"a\b\"#, "two\nlines\tand \u{1} \u{1f} \u{7f}", "na\u{ef}ve \u{1f9ea}", "\\u0041",
    ]) func `names its type and its key, whatever characters they have`(id: String) throws {
        let header = CompactJWS.Header(type: "at+jwt", keyID: id)
        let jws = try #require(CompactJWS(try CompactJWS.text(payload, header, seed: seed)))
        #expect(jws.header == header)
        #expect(try jws.payload(signedBy: key) == payload)
    }

    @Test func `is refused with another key, and after any change of a byte`() throws {
        let jws = try #require(CompactJWS(text))
        var other = seed
        other[0] ^= 1
        #expect(try jws.payload(signedBy: try Ed25519.publicKey(of: other)) == nil)
        #expect(try jws.payload(signedBy: []) == nil)
        for place in text.indices where text[place] != "." {
            for digit in ["A", "b", "-"] where String(text[place]) != digit {
                let changed = text.replacingCharacters(in: place, with: digit)
                #expect(try CompactJWS(changed)?.payload(signedBy: key) == nil, "\(changed)")
            }
        }
    }

    @Test(arguments: [
        "", ".", "..", "...", "a.b.c", "eyJhbGciOiJFZERTQSJ9.QQ", "eyJhbGciOiJFZERTQSJ9.QQ.QQ.QQ",
        "eyJhbGciOiJFZERTQSJ9.QQ==.QQ", "eyJhbGciOiJFZERTQSJ9.QR.QQ", "eyJhbGciOiJFZERTQSJ9.Q+.QQ",
        " eyJhbGciOiJFZERTQSJ9.QQ.QQ",
    ]) func `has three parts of strict base64url`(text: String) {
        #expect(CompactJWS(text) == nil)
    }

    @Test(arguments: [
        #"{}"#, #"[]"#, #""EdDSA""#, #"{"alg":"none"}"#, #"{"alg":"HS256"}"#, #"{"alg":"eddsa"}"#,
        #"{"alg":["EdDSA"]}"#,
        #"{"alg":null}"#, #"{"typ":"at+jwt"}"#, #"{"alg":"EdDSA","crit":["b64"],"b64":false}"#,
        #"{"alg":"EdDSA","crit":[]}"#, #"{"alg":"EdDSA","crit":null}"#, #"{"alg":"EdDSA","kid":7}"#,
        #"{"alg":"EdDSA","typ":{}}"#, #"{"alg":"EdDSA""#,
    ]) func `with another header is refused, however it is signed`(header: String) throws {
        let signed = "\(base64URL(header.utf8)).\(base64URL(payload))"
        let signature = try Ed25519.signature(of: Array(signed.utf8), by: seed)
        #expect(CompactJWS("\(signed).\(base64URL(signature))") == nil)
        #expect(CompactJWS("\(signed).") == nil)
    }

    @Test func `ignores keys in its header`() throws {
        let header =
            #"{"alg":"EdDSA","jwk":{"kty":"OKP","crv":"Ed25519","x":"\#(base64URL(key))"},"jku":"https://evil.example"}"#
        let signed = "\(base64URL(header.utf8)).\(base64URL(payload))"
        let signature = try Ed25519.signature(of: Array(signed.utf8), by: seed)
        let jws = try #require(CompactJWS("\(signed).\(base64URL(signature))"))
        #expect(try jws.payload(signedBy: [UInt8](repeating: 9, count: 32)) == nil)
    }
}

extension String {
    fileprivate func replacingCharacters(in place: Index, with text: String) -> String {
        String(self[..<place]) + text + String(self[index(after: place)...])
    }
}
