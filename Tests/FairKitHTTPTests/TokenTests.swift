import FairKitCore
import FairKitHTTP
import FairKitService
import FoundationEssentials
import HTTPTypes
import JWTKit
import Support
import Testing
import TextEncodings

@Suite struct `An access token` {
    static let me = "/api/v1/auth/me"

    /// A token made by whoever, with what ours have unless it is said otherwise.
    private struct Forged: JWTPayload {
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

        func verify(using algorithm: some JWTAlgorithm) async throws {}
    }

    private static func sign(
        _ claims: Forged, _ key: EdDSA.PrivateKey, kid: String, type: String = "at+jwt",
        with field: (String, JWTHeaderField)? = nil
    ) async throws -> String {
        let keys = await JWTKeyCollection().add(eddsa: key, kid: JWKIdentifier(string: kid))
        var fields: [String: JWTHeaderField] = ["typ": .string(type), "alg": "EdDSA"]
        if let (name, value) = field { fields[name] = value }
        return try await keys.sign(claims, kid: JWKIdentifier(string: kid), header: JWTHeader(fields: fields))
    }

    private static func key(_ signing: SigningKeys) throws -> (EdDSA.PrivateKey, String) {
        let key = try #require(signing.all.first)
        return (try EdDSA.PrivateKey(d: base64URL(key.seed), curve: .ed25519), key.id)
    }

    @Test func `says who, where and until when, and nothing of anybody's health`() async throws {
        try await Scene.run { scene in
            let ada = try await scene.patient()
            let parts = ada.accessToken.split(separator: ".").compactMap { bytes(base64URL: $0) }
            let header = try JSONDecoder().decode([String: String].self, from: Data(parts[0]))
            #expect(header == ["alg": "EdDSA", "typ": "at+jwt", "kid": try Self.key(scene.house.signing).1])
            let claims = try JSONDecoder().decode([String: JSONTree].self, from: Data(parts[1]))
            #expect(
                Set(claims.keys) == ["iss", "aud", "sub", "tenant", "sid", "roles", "iat", "nbf", "exp", "jti"])
            #expect(claims["sub"]?.text == ada.accountID)
            #expect(claims["roles"]?.list?.compactMap(\.text) == ["patient"])
        }
    }

    @Test func `is checked by anybody with the published keys`() async throws {
        try await Scene.run { scene in
            let ada = try await scene.patient()
            let published = try await scene.get("/.well-known/jwks.json", as: nil)
            #expect(published.status == 200)
            #expect(!published.text.contains(#""d""#))
            let keys = try await JWTKeyCollection().add(jwksJSON: published.text)
            let claims = try await keys.verify(ada.accessToken, as: Forged.self)
            #expect(claims.sub == ada.accountID)
        }
    }

    @Test func `is refused where anything of it is not ours`() async throws {
        try await Scene.run { scene in
            let ada = try await scene.patient()
            let now = scene.house.time.now
            let (key, kid) = try Self.key(scene.house.signing)
            let stranger = try EdDSA.PrivateKey(curve: .ed25519)
            func changed(_ change: (inout Forged) -> Void) -> Forged {
                var claims = Forged(ada, at: now)
                change(&claims)
                return claims
            }
            let seconds = now.milliseconds / 1000
            // One of ours is taken, so that the others are refused for what is wrong with them.
            let good = try await Self.sign(changed { _ in }, key, kid: kid)
            #expect(try await scene.status(good) == 200)
            var bad: [String: String] = [:]
            bad["another key under our kid"] = try await Self.sign(changed { _ in }, stranger, kid: kid)
            bad["foreign kid"] = try await Self.sign(changed { _ in }, stranger, kid: "foreign")
            bad["our key under a foreign kid"] = try await Self.sign(changed { _ in }, key, kid: "foreign")
            bad["expired"] = try await Self.sign(changed { $0.exp = seconds }, key, kid: kid)
            bad["good for longer than any of ours"] = try await Self.sign(
                changed { $0.exp = seconds + 3600 }, key, kid: kid)
            bad["not yet valid"] = try await Self.sign(changed { $0.nbf = seconds + 60 }, key, kid: kid)
            bad["wrong audience"] = try await Self.sign(changed { $0.aud = "another" }, key, kid: kid)
            bad["wrong issuer"] = try await Self.sign(changed { $0.iss = "https://evil.example" }, key, kid: kid)
            bad["wrong type"] = try await Self.sign(changed { _ in }, key, kid: kid, type: "JWT")
            bad["another tenant"] = try await Self.sign(
                changed { $0.tenant = "\(TenantID.new(at: now))" }, key, kid: kid)
            bad["no session"] = try await Self.sign(
                changed { $0.sid = "\(SessionID.new(at: now))" }, key, kid: kid)
            bad["somebody else's session"] = try await Self.sign(
                changed { $0.sub = "\(AccountID.new(at: now))" }, key, kid: kid)
            // None, and an HMAC whose key is the public one: RFC 8725, 3.1.
            let body = base64URL(Array(try JSONEncoder().encode(changed { _ in })))
            let none = base64URL(Array(#"{"alg":"none","typ":"at+jwt","kid":"\#(kid)"}"#.utf8))
            bad["alg none"] = "\(none).\(body)."
            bad["alg none with our signature"] = "\(none).\(body).\(good.split(separator: ".")[2])"
            let hmac = await JWTKeyCollection().add(
                hmac: HMACKey(from: Data(key.publicKey.rawRepresentation)), digestAlgorithm: .sha256,
                kid: JWKIdentifier(string: kid))
            bad["HS256 with the public key"] = try await hmac.sign(
                changed { _ in }, kid: JWKIdentifier(string: kid), header: ["typ": "at+jwt"])
            // Keys that a header brings along or names are nobody's: RFC 8725, 3.10.
            let own = base64URL(Array(stranger.publicKey.rawRepresentation))
            let brought: [(String, JWTHeaderField)] = [
                ("jwk", .object(["kty": .string("OKP"), "crv": .string("Ed25519"), "x": .string(own)])),
                ("jku", .string("https://evil.example/jwks.json")),
                ("x5u", .string("https://evil.example/chain.pem")),
            ]
            for field in brought {
                for kid in [kid, "foreign"] {
                    bad["a stranger's \(field.0), kid \(kid)"] = try await Self.sign(
                        changed { _ in }, stranger, kid: kid, with: field)
                }
            }
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

    @Test func `makes nobody what they are not: the role stands in the store`() async throws {
        try await Scene.run { scene in
            let ada = try await scene.patient()
            let (key, kid) = try Self.key(scene.house.signing)
            let claims = Forged(ada, at: scene.house.time.now)
            let token = try await Self.sign(claims, key, kid: kid)
            let reply = try await scene.send(
                .get, "/api/v1/accounts", as: nil, type: nil, body: nil, ["Authorization": "Bearer \(token)"])
            #expect(reply.status == 403)
        }
    }

    @Test func `does not stand beside a key`() async throws {
        try await Scene.run { scene in
            let ada = try await scene.patient()
            let both = try await scene.send(.get, Self.me, as: .administrator, type: nil, body: nil, ada.bearer)
            #expect(both.status == 401)
        }
    }

    @Test func `is refused once its key is gone, and a new key is shown a day before it signs`() async throws {
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
    /// What somebody with a token is told about themselves.
    func status(_ token: String) async throws -> Int {
        try await send(
            .get, "/api/v1/auth/me", as: nil, type: nil, body: nil, ["Authorization": "Bearer \(token)"]
        ).status
    }
}
