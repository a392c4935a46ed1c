import FairKitCore
import FairKitFrame
import FairKitService
import FairKitStore
import FairKitVault
import FoundationEssentials
import HTTPTypes
import KeyRing
import Support
import Testing

@Suite struct `An attacker` {
    @Test func `can't choose a role`() async throws {
        try await Scene.run { scene in
            let registered = try await scene.post(
                "/api/v1/auth/register",
                #"{"email": "eve@example.org", "role": "administrator", "roles": ["administrator"]}"#)
            #expect(registered.status == 202)
            let confirmed = try await scene.post(
                "/api/v1/auth/confirm",
                """
                {"token": "\(try await scene.mailedSecret(to: "eve@example.org"))", "password": "\(Scene.password)", "role": "administrator",
                 "roles": ["administrator"], "profileId": "\(scene.person)", "state": "active",
                 "profile": {"id": "\(scene.person)", "name": {"given": "Eve", "family": "M"}, "birthDate": "1980-01-01"}}
                """)
            #expect(confirmed.status == 201)
            #expect(try confirmed.json["role"]?.text == "patient")
            #expect(try confirmed.json["profileId"]?.text != "\(scene.person)")
            let eve = try await scene.signedIn("eve@example.org", try await scene.login("eve@example.org"))
            #expect(try await scene.send(.get, "/api/v1/audit", as: eve).status == 403)
            #expect(try await scene.send(.get, "/api/v1/profiles/\(scene.person)", as: eve).status == 404)
        }
    }

    @Test func `can't use an invitation for another purpose`() async throws {
        try await Scene.run { scene in
            let ada = try await scene.patient()
            scene.house.time.advance(by: .seconds(61))
            _ = try await scene.post("/api/v1/auth/password/forgot", #"{"email": "\#(ada.email)"}"#)
            let secret = try await scene.mailedSecret(to: ada.email)
            let body = #"{"token": "\#(secret)", "password": "another good phrase"}"#
            #expect(try await scene.post("/api/v1/auth/confirm", body).status == 404)
            #expect(try await scene.post("/api/v1/auth/password/reset", body).status == 204)
        }
    }

    @Test func `can't invalidate an invitation by registering its address`() async throws {
        try await Scene.run { scene in
            try await scene.invite("clinician", "wanjiru@example.org")
            let secret = try await scene.mailedSecret(to: "wanjiru@example.org")
            for path in ["register", "password/forgot"] {
                scene.house.time.advance(by: .seconds(61))
                #expect(
                    try await scene.post("/api/v1/auth/\(path)", #"{"email": "wanjiru@example.org"}"#).status == 202)
            }
            #expect(try await scene.mailedSecret(to: "wanjiru@example.org") == secret)
            let confirmed = try await scene.post(
                "/api/v1/auth/confirm", #"{"token": "\#(secret)", "password": "\#(Scene.password)"}"#)
            #expect(confirmed.status == 201)
            #expect(try confirmed.json["role"]?.text == "clinician")
        }
    }

    @Test func `can't replace a second factor that was set up meanwhile`() async throws {
        try await Scene.run { scene in
            try await scene.invite("clinician", "wanjiru@example.org")
            let secret = try await scene.mailedSecret(to: "wanjiru@example.org")
            _ = try await scene.post(
                "/api/v1/auth/confirm", #"{"token": "\#(secret)", "password": "\#(Scene.password)"}"#)
            var begun: [(token: String, code: String)] = []
            for _ in ["thief", "owner"] {
                let token = try #require(try await scene.login("wanjiru@example.org").json["mfaToken"]?.text)
                let setUp = try await scene.post("/api/v1/auth/mfa/setup", #"{"mfaToken": "\#(token)"}"#)
                begun.append((token, try OneTimePassword(setUp).code(at: scene.house.time.now)))
            }
            #expect(try await scene.verify(begun[1].token, begun[1].code).status == 200)
            let late = try await scene.verify(begun[0].token, begun[0].code)
            #expect(late.status == 401)
            #expect(try late.code == "challenge-unknown")
        }
    }

    @Test func `is locked out by a new password, even with only the code missing`() async throws {
        try await Scene.run { scene in
            let wanjiru = try await scene.staff("clinician", "wanjiru@example.org")
            let token = try #require(try await scene.login(wanjiru.email).json["mfaToken"]?.text)
            scene.house.time.advance(by: .seconds(61))
            _ = try await scene.post("/api/v1/auth/password/forgot", #"{"email": "\#(wanjiru.email)"}"#)
            let secret = try await scene.mailedSecret(to: wanjiru.email)
            let reset = try await scene.post(
                "/api/v1/auth/password/reset", #"{"token": "\#(secret)", "password": "another good phrase"}"#)
            #expect(reset.status == 204)
            let code = try #require(wanjiru.mfa).code(at: scene.house.time.now)
            #expect(try await scene.verify(token, code).status == 401)
        }
    }

    @Test(arguments: [
        "ada@example.org' OR '1'='1", "ada@example.org\u{0}", "ada@example.org\r\nBcc: eve@example.org", "ADA", "",
        "\"ada\"@example.org", String(repeating: "a", count: 300) + "@example.org", "ada@example.org--",
    ])
    func `can't sign in with odd addresses, and learns nothing`(address: String) async throws {
        try await Scene.run { scene in
            _ = try await scene.patient()
            let email = String(decoding: try JSONEncoder().encode(address), as: UTF8.self)
            let login = try await scene.post(
                "/api/v1/auth/login", #"{"email": \#(email), "password": "' OR 1=1 --"}"#)
            #expect(login.status == 401)
            #expect(try login.code == "sign-in-failed")
            for path in ["register", "password/forgot"] {
                let reply = try await scene.post("/api/v1/auth/\(path)", #"{"email": \#(email)}"#)
                #expect(reply.status == 422)
                #expect(!reply.text.contains("Bcc"))
            }
        }
    }

    @Test func `can't send oversized input`() async throws {
        try await Scene.run { scene in
            let long = String(repeating: "a", count: 70_000)
            let body = try await scene.post(
                "/api/v1/auth/login", #"{"email": "a@example.org", "password": "\#(long)"}"#)
            #expect(body.status == 413)
            // Within the limit of a body, but longer than any password, so it is not hashed.
            let password = String(repeating: "a", count: 60_000)
            #expect(try await scene.login("a@example.org", password).status == 401)
            #expect(try await scene.post("/api/v1/auth/refresh", #"{"refreshToken": "\#(password)"}"#).status == 401)
            #expect(try await scene.verify(password, "123456").status == 401)
            #expect(try await scene.status(password) == 401)
        }
    }

    @Test func `can't probe for ids of accounts or sessions`() async throws {
        try await Scene.run { scene in
            let ada = try await scene.patient()
            let eve = try await scene.patient("eve@example.org")
            for id in [ada.accountID, "\(AccountID.new(at: scene.house.time.now))", "1", "../\(ada.accountID)"] {
                #expect(try await scene.send(.get, "/api/v1/accounts/\(id)", as: eve).status != 200)
            }
            #expect(
                try await scene.send(
                    .delete, "/api/v1/auth/sessions/\(ada.sessionID)", as: eve,
                    json: #"{"password": "\#(Scene.password)"}"#
                ).status == 404)
            #expect(try await scene.send(.get, "/api/v1/auth/me", as: ada).status == 200)
        }
    }

    @Test func `is rate-limited with 2,000 parallel sign-ins, while others sign in`() async throws {
        try await Scene.run(proxies: .local, peer: "127.0.0.1", clock: InstantClock()) { scene in
            let ada = try await scene.patient()
            // Two hundred in parallel, with as many mail addresses, while a person signs in.
            let codes = try await withThrowingTaskGroup(of: String?.self) { group in
                var codes: [String: Int] = [:]
                var sent = 0
                func send() {
                    let number = sent
                    sent += 1
                    group.addTask {
                        let reply = try await scene.login(
                            "person\(number)@example.org", "wrong", from: "198.51.\(number / 250).\(number % 250)")
                        return try reply.code
                    }
                }
                for _ in 0..<200 { send() }
                while let code = try await group.next() {
                    codes[code ?? "", default: 0] += 1
                    if sent < 2000 { send() }
                    guard sent % 100 == 0, sent < 2000 else { continue }
                    // A known client address and an open session keep working meanwhile.
                    #expect(try await scene.login(ada.email).status == 200, "\(sent)")
                    #expect(try await scene.send(.get, "/api/v1/auth/me", as: ada).status == 200)
                }
                return codes
            }
            #expect(Set(codes.keys).isSubset(of: ["sign-in-failed", "sign-ins-busy", "busy"]), "\(codes)")
            #expect((codes["sign-in-failed"] ?? 0) >= 32, "\(codes)")
            #expect((codes["sign-ins-busy"] ?? 0) >= 100, "\(codes)")
            #expect(try await scene.login(ada.email, from: "203.0.113.1").status == 200, "a new place, once it is over")
        }
    }

    @Test func `with one account can't block others by confirming its password on 40 connections`() async throws {
        try await Scene.run(proxies: .local, peer: "127.0.0.1", clock: InstantClock()) { scene in
            let (ada, eve) = (try await scene.patient(), try await scene.patient("eve@example.org"))
            let right = #"{"password": "\#(Scene.password)"}"#
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<40 {
                    group.addTask {
                        try await scene.send(.delete, "/api/v1/auth/sessions", as: eve, json: right).status
                    }
                }
                var (sent, statuses) = (40, [Int: Int]())
                while let status = try await group.next() {
                    statuses[status, default: 0] += 1
                    guard sent < 1000 else { continue }
                    sent += 1
                    group.addTask {
                        try await scene.send(.delete, "/api/v1/auth/sessions", as: eve, json: right).status
                    }
                    guard sent % 100 == 0 else { continue }
                    #expect(try await scene.login(ada.email).status == 200, "\(sent)")
                    let new = try await scene.login(ada.email, from: "203.0.113.\(sent / 100)")
                    #expect(new.status == 200, "a new place \(sent)")
                }
                #expect(Set(statuses.keys) == [204, 429], "\(statuses)")
            }
        }
    }

    @Test func `finds no submitted secret in responses or audit entries`() async throws {
        try await Scene.run { scene in
            let ada = try await scene.patient("marked-ada@example.org")
            let refused = try await scene.login("marked-ada@example.org", "marked-wrong-password")
            #expect(refused.status == 401)
            #expect(!refused.text.contains("marked"))
            let audit = try await scene.get("/api/v1/audit?limit=100", as: .administrator)
            #expect(audit.status == 200)
            #expect(audit.text.contains(ada.accountID), "the entries are those of the sign-ins")
            for secret in ["marked", ada.refreshToken, ada.accessToken, Scene.password] {
                #expect(!audit.text.contains(secret))
            }
        }
    }
}
