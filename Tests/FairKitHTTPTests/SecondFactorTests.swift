import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import FoundationEssentials
import HTTPTypes
import KeyRing
import Support
import Testing

@Suite struct `A second factor` {
    @Test(arguments: ["clinician", "administrator"])
    func `is required before people who see others' records can sign in`(role: String) async throws {
        try await Scene.run { scene in
            let wanjiru = try await scene.staff(role, "wanjiru@example.org")
            #expect(wanjiru.backupCodes.count == 10)
            #expect(Set(wanjiru.backupCodes).count == 10)
            let me = try await scene.send(.get, "/api/v1/auth/me", as: wanjiru)
            #expect(try me.json["mfaEnabled"] == .bool(true))
            #expect(try me.json["backupCodesLeft"] == .number(10))
            let challenge = try await scene.login(wanjiru.email)
            #expect(try challenge.json["accessToken"] == nil)
            #expect(try challenge.json["mfaSetupRequired"] == .bool(false))
            // The password alone must not be enough to replace the factor.
            let token = try #require(try challenge.json["mfaToken"]?.text)
            #expect(try await scene.post("/api/v1/auth/mfa/setup", #"{"mfaToken": "\#(token)"}"#).status == 401)
        }
    }

    @Test func `accepts each code once`() async throws {
        try await Scene.run { scene in
            let wanjiru = try await scene.staff("clinician", "wanjiru@example.org")
            let app = try #require(wanjiru.mfa)
            func challenge() async throws -> String {
                try #require(try await scene.login(wanjiru.email).json["mfaToken"]?.text)
            }
            // The code that completed the setup is used up.
            let used = try app.code(at: scene.house.time.now)
            #expect(try await scene.verify(try await challenge(), used).status == 401)
            scene.house.time.advance(by: .seconds(30))
            let code = try app.code(at: scene.house.time.now)
            // As apps show it.
            let shown = "\(code.prefix(3)) \(code.suffix(3))"
            #expect(try await scene.verify(try await challenge(), shown).status == 200)
            let again = try await scene.verify(try await challenge(), code)
            #expect(again.status == 401)
            #expect(try again.code == "code-wrong")
            let backup = wanjiru.backupCodes[3]
            let typed = backup.lowercased().replacing("-", with: " ")
            #expect(try await scene.verify(try await challenge(), typed, as: "backupCode").status == 200)
            #expect(try await scene.verify(try await challenge(), backup, as: "backupCode").status == 401)
        }
    }

    @Test func `has a challenge of five minutes that works once`() async throws {
        try await Scene.run { scene in
            let wanjiru = try await scene.staff("clinician", "wanjiru@example.org")
            let app = try #require(wanjiru.mfa)
            let token = try #require(try await scene.login(wanjiru.email).json["mfaToken"]?.text)
            scene.house.time.advance(by: .seconds(300))
            let late = try await scene.verify(token, try app.code(at: scene.house.time.now))
            #expect(late.status == 401)
            #expect(try late.code == "challenge-unknown")
            let next = try #require(try await scene.login(wanjiru.email).json["mfaToken"]?.text)
            #expect(try await scene.verify(next, try app.code(at: scene.house.time.now)).status == 200)
            scene.house.time.advance(by: .seconds(30))
            #expect(try await scene.verify(next, try app.code(at: scene.house.time.now)).status == 401)
        }
    }

    @Test func `can't be guessed: five wrong codes lock the account`() async throws {
        try await Scene.run { scene in
            let wanjiru = try await scene.staff("clinician", "wanjiru@example.org")
            let app = try #require(wanjiru.mfa)
            scene.house.time.advance(by: .seconds(60))
            let right = try app.code(at: scene.house.time.now)
            let wrong = right == "123456" ? "654321" : "123456"
            var statuses: [Int] = []
            for _ in 1...6 {
                guard let token = try await scene.login(wanjiru.email).json["mfaToken"]?.text else { break }
                statuses.append(try await scene.verify(token, wrong).status)
            }
            #expect(statuses == [401, 401, 401, 401, 401])
            #expect(try await scene.login(wanjiru.email).status == 429)
            #expect(wrong != right)
        }
    }

    @Test func `allows a hundred wrong codes a day per account, from all addresses`() async throws {
        try await Scene.run(proxies: .local, peer: "127.0.0.1", clock: InstantClock()) { scene in
            let wanjiru = try await scene.staff("clinician", "wanjiru@example.org")
            let app = try #require(wanjiru.mfa)
            scene.house.time.advance(by: .seconds(60))
            func answer(_ code: String, _ times: Int, from address: String) async throws -> [Int] {
                let login = try await scene.login(wanjiru.email, from: address)
                let token = try #require(try login.json["mfaToken"]?.text)
                let body = #"{"mfaToken": "\#(token)", "code": "\#(code)"}"#
                var statuses: [Int] = []
                for _ in 0..<times {
                    statuses.append(try await scene.post("/api/v1/auth/mfa/verify", body, from: address).status)
                }
                return statuses
            }
            let right = try app.code(at: scene.house.time.now)
            let wrong = right == "123456" ? "654321" : "123456"
            // Four from each address, which locks none of them.
            for place in 1...24 {
                #expect(try await answer(wrong, 4, from: "198.51.100.\(place)") == [401, 401, 401, 401])
            }
            #expect(try await answer(wrong, 3, from: "198.51.100.25") == [401, 401, 401])
            // The ninety-ninth was accepted, and so is a right one after it; the hundredth ends it.
            #expect(try await answer(right, 1, from: "198.51.100.26") == [200])
            #expect(try await answer(wrong, 1, from: "198.51.100.27") == [401])
            scene.house.time.advance(by: .seconds(60))
            let next = try app.code(at: scene.house.time.now)
            #expect(try await answer(next, 1, from: "198.51.100.28") == [429])
            let alarms = try await scene.get("/api/v1/audit?action=account.locked", as: .administrator)
            let locked = try #require(try alarms.json["items"]?.list)
            #expect(locked.map { $0["object"]?.text } == [wanjiru.accountID])
            scene.house.time.advance(by: .seconds(86_400))
            let tomorrow = try app.code(at: scene.house.time.now)
            #expect(try await answer(tomorrow, 1, from: "198.51.100.29") == [200])
        }
    }

    @Test func `is required after a password reset by mail`() async throws {
        try await Scene.run { scene in
            let wanjiru = try await scene.staff("clinician", "wanjiru@example.org")
            scene.house.time.advance(by: .seconds(61))
            let asked = try await scene.post("/api/v1/auth/password/forgot", #"{"email": "wanjiru@example.org"}"#)
            #expect(asked.status == 202)
            let token = try await scene.mailedSecret(to: wanjiru.email)
            let reset = try await scene.post(
                "/api/v1/auth/password/reset", #"{"token": "\#(token)", "password": "a phrase that is new"}"#)
            #expect(reset.status == 204 && reset.text.isEmpty, "it does not sign the person in")
            let login = try await scene.login(wanjiru.email, "a phrase that is new")
            #expect(try login.json["mfaRequired"] == .bool(true))
            #expect(try login.json["mfaSetupRequired"] == .bool(false), "the factor is the one that was there")
            #expect(try login.json["accessToken"] == nil)
            let code = try #require(try wanjiru.mfa?.code(at: scene.house.time.now))
            let challenge = try #require(try login.json["mfaToken"]?.text)
            #expect(try await scene.verify(challenge, code).status == 200)
        }
    }

    @Test func `has backup codes of 120 bits`() async throws {
        try await Scene.run { scene in
            for text in try await scene.staff("clinician", "wanjiru@example.org").backupCodes {
                let groups = text.split(separator: "-")
                #expect(groups.map(\.count) == [4, 4, 4, 4, 4, 4])
                #expect(groups.joined().allSatisfy { "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".contains($0) })
                #expect(BackupCode(text)?.bytes.count == 15)
            }
        }
    }

    @Test func `is optional for a patient, who can disable it with a code`() async throws {
        try await Scene.run { scene in
            let ada = try await scene.patient()
            let password = #""password": "\#(Scene.password)""#
            let begun = try await scene.send(.post, "/api/v1/auth/me/mfa", as: ada, json: "{\(password)}")
            #expect(begun.status == 200)
            #expect(try begun.json["qrSvg"]?.text?.contains("<svg") == true)
            let uri = try #require(try begun.json["otpauthUri"]?.text)
            #expect(uri.hasPrefix("otpauth://totp/FairKit:ada%40example.org?secret="))
            let app = try OneTimePassword(begun)
            let token = try #require(try begun.json["mfaToken"]?.text)
            let done = try await scene.verify(token, try app.code(at: scene.house.time.now))
            #expect(done.status == 200)
            #expect(try done.json["backupCodes"]?.list?.count == 10)
            // The existing session continues; there is no second one.
            #expect(try done.json["accessToken"] == nil)
            #expect(try await scene.login(ada.email).json["mfaRequired"] == .bool(true))
            scene.house.time.advance(by: .seconds(30))
            let bare = try await scene.send(.delete, "/api/v1/auth/me/mfa", as: ada, json: "{\(password)}")
            #expect(bare.status == 401)
            let code = try app.code(at: scene.house.time.now)
            let removed = try await scene.send(
                .delete, "/api/v1/auth/me/mfa", as: ada, json: #"{\#(password), "code": "\#(code)"}"#)
            #expect(removed.status == 204)
            #expect(try await scene.login(ada.email).json["accessToken"] != nil)
        }
    }

    @Test func `ends all other sessions when it is set up, replaced or disabled`() async throws {
        try await Scene.run { scene in
            let ada = try await scene.patient()
            let eve = try await scene.patient("eve@example.org")
            var app: OneTimePassword?
            /// A second session of the person.
            func other() async throws -> Person {
                let reply = try await scene.login(ada.email)
                guard let app else { return try await scene.signedIn(ada.email, reply) }
                scene.house.time.advance(by: .seconds(30))
                let token = try #require(try reply.json["mfaToken"]?.text)
                return try await scene.signedIn(
                    ada.email, try await scene.verify(token, try app.code(at: scene.house.time.now)))
            }
            func proof() throws -> String {
                scene.house.time.advance(by: .seconds(30))
                let code = try app.map { #", "code": "\#(try $0.code(at: scene.house.time.now))""# } ?? ""
                return #"{"password": "\#(Scene.password)"\#(code)}"#
            }
            func check(_ other: Person, _ step: String) async throws {
                #expect(try await scene.send(.get, "/api/v1/auth/me", as: other).status == 401, "\(step)")
                #expect(try await scene.send(.get, "/api/v1/auth/me", as: ada).status == 200, "\(step)")
                #expect(try await scene.send(.get, "/api/v1/auth/me", as: eve).status == 200, "\(step)")
            }
            for step in ["set up", "replaced"] {
                let other = try await other()
                let begun = try await scene.send(.post, "/api/v1/auth/me/mfa", as: ada, json: try proof())
                #expect(begun.status == 200)
                #expect(try await scene.send(.get, "/api/v1/auth/me", as: other).status == 200, "not before its code")
                let next = try OneTimePassword(begun)
                let token = try #require(try begun.json["mfaToken"]?.text)
                #expect(try await scene.verify(token, try next.code(at: scene.house.time.now)).status == 200)
                app = next
                try await check(other, step)
            }
            let last = try await other()
            let removed = try await scene.send(.delete, "/api/v1/auth/me/mfa", as: ada, json: try proof())
            #expect(removed.status == 204)
            try await check(last, "given up")
        }
    }

    @Test func `is not set up with a wrong password`() async throws {
        try await Scene.run { scene in
            let ada = try await scene.patient()
            let begun = try await scene.send(
                .post, "/api/v1/auth/me/mfa", as: ada, json: #"{"password": "not that one"}"#)
            #expect(begun.status == 401)
            #expect(try await scene.login(ada.email).json["accessToken"] != nil)
        }
    }

    @Test func `is required to change the password`() async throws {
        try await Scene.run { scene in
            let wanjiru = try await scene.staff("clinician", "wanjiru@example.org")
            let app = try #require(wanjiru.mfa)
            func change(_ more: String) async throws -> Scene.Reply {
                try await scene.send(
                    .post, "/api/v1/auth/password", as: wanjiru,
                    json: #"{"oldPassword": "\#(Scene.password)", "newPassword": "another good phrase"\#(more)}"#)
            }
            scene.house.time.advance(by: .seconds(30))
            let code = try app.code(at: scene.house.time.now)
            for more in ["", #", "code": "\#(code == "123456" ? "654321" : "123456")""#] {
                let reply = try await change(more)
                #expect(reply.status == 401)
                #expect(try reply.code == "code-wrong")
            }
            #expect(
                try await change(#", "code": "\#(code)", "backupCode": "\#(wanjiru.backupCodes[0])""#).status == 422)
            #expect(try await scene.login(wanjiru.email).json["mfaToken"] != nil, "the old one is good")
            #expect(try await change(#", "code": "\#(code)""#).status == 204)
            #expect(try await scene.login(wanjiru.email).status == 401)
            #expect(try await scene.login(wanjiru.email, "another good phrase").json["mfaToken"] != nil)
        }
    }

    @Test func `can't be disabled by a clinician, and new backup codes replace the old ones`() async throws {
        try await Scene.run { scene in
            let wanjiru = try await scene.staff("clinician", "wanjiru@example.org")
            let app = try #require(wanjiru.mfa)
            func proof() throws -> String {
                scene.house.time.advance(by: .seconds(30))
                return #"{"password": "\#(Scene.password)", "code": "\#(try app.code(at: scene.house.time.now))"}"#
            }
            let removed = try await scene.send(.delete, "/api/v1/auth/me/mfa", as: wanjiru, json: try proof())
            #expect(removed.status == 409)
            let renewed = try await scene.send(
                .post, "/api/v1/auth/me/backup-codes", as: wanjiru, json: try proof())
            #expect(renewed.status == 200)
            let token = try #require(try await scene.login(wanjiru.email).json["mfaToken"]?.text)
            #expect(try await scene.verify(token, wanjiru.backupCodes[0], as: "backupCode").status == 401)
            let fresh = try #require(try renewed.json["backupCodes"]?.list?.first?.text)
            #expect(try await scene.verify(token, fresh, as: "backupCode").status == 200)
        }
    }

    @Test func `is set up again after an administrator has reset it`() async throws {
        try await Scene.run { scene in
            let wanjiru = try await scene.staff("clinician", "wanjiru@example.org")
            let reply = try await scene.send(
                .delete, "/api/v1/accounts/\(wanjiru.accountID)/mfa", as: .administrator, type: nil, body: nil)
            #expect(reply.status == 200)
            #expect(try await scene.send(.get, "/api/v1/auth/me", as: wanjiru).status == 401)
            #expect(try await scene.login(wanjiru.email).json["mfaSetupRequired"] == .bool(true))
            let refreshed = try await scene.post(
                "/api/v1/auth/refresh", #"{"refreshToken": "\#(wanjiru.refreshToken)"}"#)
            #expect(refreshed.status == 401)
        }
    }
}
