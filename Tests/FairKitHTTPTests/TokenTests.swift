import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import FoundationEssentials
import HTTPTypes
import KeyRing
import Support
import Testing
import TextEncodings

@Suite struct `An access token` {
    static let me = "/api/v1/auth/me"

    /// A forged token; by default with the claims of a valid one.
    private struct Forged: Codable {
        var iss = "https://kit.example.org"
        var aud = "fairkit"
        var sub: String
        var tenant = "\(TestHouse.tenant)"
        var sid: String
        var roles = ["administrator"]
        var iat: Int64
        var nbf: Int64
        var exp: Int64
        var jti = "1"

        init(_ person: Person, at now: Timestamp) {
            (sub, sid, iat) = (person.accountID, person.sessionID, now.milliseconds / 1000)
            (nbf, exp) = (iat, iat + 900)
        }
    }

    /// - Parameters:
    ///   - field: an additional member of the header.
    ///   - algorithm: the algorithm in the header, however the token is signed.
    private static func sign(
        _ claims: Forged, kid: String, type: String = "at+jwt", with field: (name: String, json: String)? = nil,
        algorithm: String = "EdDSA", _ sign: ([UInt8]) throws -> [UInt8]
    ) throws -> String {
        let further = field.map { #","\#($0.name)":\#($0.json)"# } ?? ""
        let header = #"{"alg":"\#(algorithm)","typ":"\#(type)","kid":"\#(kid)"\#(further)}"#
        let signed = "\(base64URL(header.utf8)).\(base64URL(Array(try JSONEncoder().encode(claims))))"
        return "\(signed).\(base64URL(try sign(Array(signed.utf8))))"
    }

    private static func sign(
        _ claims: Forged, _ seed: [UInt8], kid: String, type: String = "at+jwt",
        with field: (name: String, json: String)? = nil
    ) throws -> String {
        try sign(claims, kid: kid, type: type, with: field) { try Ed25519.signature(of: $0, by: seed) }
    }

    private static func key(_ signing: SigningKeys) throws -> (seed: [UInt8], id: String) {
        let key = try #require(signing.all.first)
        return (key.seed, key.id)
    }

    @Test func `names the account, the tenant and the expiry, and holds no health data`() async throws {
        try await Scene.run { scene in
            let ada = try await scene.patient()
            let parts = ada.accessToken.split(separator: ".").compactMap { bytes(base64URL: $0) }
            let header = try JSONDecoder().decode([String: String].self, from: Data(parts[0]))
            #expect(header == ["alg": "EdDSA", "typ": "at+jwt", "kid": try Self.key(scene.house.signing).id])
            let claims = try JSONDecoder().decode([String: JSONTree].self, from: Data(parts[1]))
            #expect(
                Set(claims.keys) == ["iss", "aud", "sub", "tenant", "sid", "roles", "iat", "nbf", "exp", "jti"])
            #expect(claims["sub"]?.text == ada.accountID)
            #expect(claims["roles"]?.list?.compactMap(\.text) == ["patient"])
        }
    }

    @Test func `can be verified with the published keys`() async throws {
        try await Scene.run { scene in
            let ada = try await scene.patient()
            let published = try await scene.get("/.well-known/jwks.json", as: nil)
            #expect(published.status == 200)
            #expect(!published.text.contains(#""d""#))
            let set = try JSONDecoder().decode(JSONTree.self, from: Data(published.text.utf8))
            let x = try #require(set["keys"]?.list?.first?["x"]?.text.flatMap { bytes(base64URL: $0) })
            let parts = ada.accessToken.split(separator: ".")
            let signature = try #require(bytes(base64URL: parts[2]))
            #expect(try Ed25519.isSignature(signature, of: Array("\(parts[0]).\(parts[1])".utf8), by: x))
            let claims = try JSONDecoder().decode(Forged.self, from: Data(try #require(bytes(base64URL: parts[1]))))
            #expect(claims.sub == ada.accountID)
        }
    }

    @Test func `is refused if any part is forged`() async throws {
        try await Scene.run { scene in
            let ada = try await scene.patient()
            let now = scene.house.time.now
            let (key, kid) = try Self.key(scene.house.signing)
            let stranger = [UInt8](repeating: 9, count: 32)
            func changed(_ change: (inout Forged) -> Void) -> Forged {
                var claims = Forged(ada, at: now)
                change(&claims)
                return claims
            }
            let seconds = now.milliseconds / 1000
            // A valid token is accepted, so the others are refused for their single fault.
            let good = try Self.sign(changed { _ in }, key, kid: kid)
            #expect(try await scene.status(good) == 200)
            var bad: [String: String] = [:]
            bad["another key under our kid"] = try Self.sign(changed { _ in }, stranger, kid: kid)
            bad["foreign kid"] = try Self.sign(changed { _ in }, stranger, kid: "foreign")
            bad["our key under a foreign kid"] = try Self.sign(changed { _ in }, key, kid: "foreign")
            bad["expired"] = try Self.sign(changed { $0.exp = seconds }, key, kid: kid)
            bad["good for longer than any of ours"] = try Self.sign(
                changed { $0.exp = seconds + 3600 }, key, kid: kid)
            bad["not yet valid"] = try Self.sign(changed { $0.nbf = seconds + 60 }, key, kid: kid)
            bad["wrong audience"] = try Self.sign(changed { $0.aud = "another" }, key, kid: kid)
            bad["wrong issuer"] = try Self.sign(changed { $0.iss = "https://evil.example" }, key, kid: kid)
            bad["wrong type"] = try Self.sign(changed { _ in }, key, kid: kid, type: "JWT")
            bad["another tenant"] = try Self.sign(
                changed { $0.tenant = "\(TenantID.new(at: now))" }, key, kid: kid)
            bad["no session"] = try Self.sign(
                changed { $0.sid = "\(SessionID.new(at: now))" }, key, kid: kid)
            bad["nobody's account"] = try Self.sign(changed { $0.sub = "\(AccountID.new(at: now))" }, key, kid: kid)
            // Both ids are valid, but the session belongs to Ada and the account to Eve, or the other way round.
            let eve = try await scene.patient("eve@example.org")
            bad["somebody else's session"] = try Self.sign(changed { $0.sub = eve.accountID }, key, kid: kid)
            bad["a session of somebody else's account"] = try Self.sign(
                changed { $0.sid = eve.sessionID }, key, kid: kid)
            // None, and an HMAC whose key is the public one: RFC 8725, 3.1.
            let body = base64URL(Array(try JSONEncoder().encode(changed { _ in })))
            let none = base64URL(Array(#"{"alg":"none","typ":"at+jwt","kid":"\#(kid)"}"#.utf8))
            bad["alg none"] = "\(none).\(body)."
            bad["alg none with our signature"] = "\(none).\(body).\(good.split(separator: ".")[2])"
            let publicKey = try Ed25519.publicKey(of: key)
            bad["HS256 with the public key"] = try Self.sign(changed { _ in }, kid: kid, algorithm: "HS256") {
                try signature(of: $0, by: publicKey)
            }
            // Keys in or named by a header are ignored: RFC 8725, 3.10.
            let own = base64URL(try Ed25519.publicKey(of: stranger))
            let brought = [
                ("jwk", #"{"kty":"OKP","crv":"Ed25519","x":"\#(own)"}"#),
                ("jku", #""https://evil.example/jwks.json""#), ("x5u", #""https://evil.example/chain.pem""#),
            ]
            for field in brought {
                for kid in [kid, "foreign"] {
                    bad["a stranger's \(field.0), kid \(kid)"] = try Self.sign(
                        changed { _ in }, stranger, kid: kid, with: field)
                }
            }
            bad["demands what is not known here"] = try Self.sign(
                changed { _ in }, key, kid: kid, with: ("crit", #"["exp"]"#))
            bad["changed claims"] =
                good.split(separator: ".")[0] + "."
                + base64URL(Array(try JSONEncoder().encode(changed { $0.jti = "2" })))
                + "." + good.split(separator: ".")[2]
            bad["without signature"] = good.split(separator: ".").dropLast().joined(separator: ".") + "."
            bad["too long"] = good + String(repeating: "A", count: 5000)
            bad["a refresh token"] = ada.refreshToken
            bad["nothing"] = ""
            for (what, token) in bad {
                #expect(try await scene.status(token) == 401, "\(what)")
            }
        }
    }

    @Test func `grants no role: the role is in the store`() async throws {
        try await Scene.run { scene in
            let ada = try await scene.patient()
            let (key, kid) = try Self.key(scene.house.signing)
            let claims = Forged(ada, at: scene.house.time.now)
            let token = try Self.sign(claims, key, kid: kid)
            let reply = try await scene.send(
                .get, "/api/v1/accounts", as: nil, type: nil, body: nil, ["Authorization": "Bearer \(token)"])
            #expect(reply.status == 403)
        }
    }

    @Test func `beside a key has the person's rights only`() async throws {
        try await Scene.run { scene in
            let ada = try await scene.patient()
            let (own, others) = (Self.me, "/api/v1/accounts")
            let alone = try await scene.send(.get, others, as: .administrator, type: nil, body: nil, [:])
            #expect(alone.status == 200)
            for (path, status) in [(others, 403), (own, 200)] {
                let reply = try await scene.send(.get, path, as: .administrator, type: nil, body: nil, ada.bearer)
                #expect(reply.status == status)
            }
        }
    }

    @Test func `is refused once its key is deleted, and a new key is published a day before it signs`() async throws {
        let start = Timestamp(milliseconds: 1_000_000_000_000)
        let first = try SigningKey.random(at: start, signsAt: start)
        let day = Duration.seconds(86_400)
        #expect([SigningKey]().steps(at: start) == [.make(signsAt: start)])
        #expect([first].steps(at: start.advanced(by: day * 89).advanced(by: .seconds(-1))) == [])
        let notice = start.advanced(by: day * 89)
        #expect([first].steps(at: notice) == [.make(signsAt: notice.advanced(by: day))])
        let second = try SigningKey.random(at: notice, signsAt: notice.advanced(by: day))
        #expect([first, second].steps(at: notice) == [])
        #expect([first, second].signing(at: notice)?.id == first.id)
        #expect([first, second].shown(at: notice).count == 2)
        let change = notice.advanced(by: day)
        #expect([first, second].signing(at: change)?.id == second.id)
        let end = change.advanced(by: .seconds(900))
        #expect([first, second].steps(at: change) == [.retire(first.id, at: end)])
        let retired = SigningKey(
            id: first.id, seed: first.seed, createdAt: start, signsAt: start, retiresAt: end)
        #expect([retired, second].shown(at: end).map(\.id) == [second.id])
        #expect([retired, second].steps(at: end) == [.delete(first.id)])
        #expect([retired, second].stepsAfterLeak(at: change).count == 3)
    }
}

extension Scene {
    /// The status of a request for the caller's own account.
    func status(_ token: String) async throws -> Int {
        try await send(
            .get, "/api/v1/auth/me", as: nil, type: nil, body: nil, ["Authorization": "Bearer \(token)"]
        ).status
    }
}
