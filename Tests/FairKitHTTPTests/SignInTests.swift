import FairKitCore
import FairKitFrame
import FairKitService
import FairKitStore
import FoundationEssentials
import HTTPTypes
import Support
import Testing
import TextEncodings

@Suite struct `Signing in` {
    static let me = "/api/v1/auth/me"

    @Test func `begins with a mail, and shows a patient only their own record`() async throws {
        try await Scene.run { scene in
            let ada = try await scene.patient()
            let me = try await scene.send(.get, Self.me, as: ada)
            #expect(me.status == 200)
            #expect(try me.json["email"]?.text == "ada@example.org")
            #expect(try me.json["roles"]?.list?.compactMap(\.text) == ["patient"])
            let profile = try #require(try me.json["profileId"]?.text)
            let own = try await scene.send(.get, "/api/v1/profiles/\(profile)", as: ada)
            #expect(own.status == 200)
            #expect(try own.json["contact"]?["email"]?.text == "ada@example.org")
            #expect(try await scene.send(.get, "/api/v1/profiles/\(scene.person)", as: ada).status == 404)
            #expect(try await scene.send(.get, "/api/v1/accounts", as: ada).status == 403)
        }
    }

    @Test func `responds alike whether the account exists or not`() async throws {
        try await Scene.run { scene in
            _ = try await scene.patient()
            for (path, more) in [
                ("register", ""), ("password/forgot", ""), ("login", #", "password": "quite another one""#),
            ] {
                scene.house.time.advance(by: .seconds(120))
                let known = try await scene.post(
                    "/api/v1/auth/\(path)", #"{"email": "ada@example.org"\#(more)}"#)
                let unknown = try await scene.post(
                    "/api/v1/auth/\(path)", #"{"email": "eve@example.org"\#(more)}"#)
                #expect(known.status == unknown.status && known.said == unknown.said, "\(path)")
                #expect(known.headers == unknown.headers, "\(path)")
                #expect(known.status == (path == "login" ? 401 : 202))
            }
        }
    }

    @Test func `ignores the case of an address, and accepts each address once`() async throws {
        try await Scene.run { scene in
            _ = try await scene.patient()
            #expect(try await scene.login("ADA@Example.org").status == 200)
            scene.house.time.advance(by: .seconds(120))
            #expect(try await scene.post("/api/v1/auth/register", #"{"email": "Ada@example.ORG"}"#).status == 202)
            // A person with an account gets a link for a new password.
            let secret = try await scene.mailedSecret(to: "ada@example.org")
            let reply = try await scene.post(
                "/api/v1/auth/confirm", #"{"token": "\#(secret)", "password": "\#(Scene.password)"}"#)
            #expect(reply.status == 404)
            #expect(try reply.code == "link-unknown")
        }
    }

    @Test func `ends at once with a sign-out`() async throws {
        try await Scene.run { scene in
            let ada = try await scene.patient()
            #expect(try await scene.send(.post, "/api/v1/auth/logout", as: ada).status == 204)
            #expect(try await scene.send(.get, Self.me, as: ada).status == 401)
            let refreshed = try await scene.post(
                "/api/v1/auth/refresh", #"{"refreshToken": "\#(ada.refreshToken)"}"#)
            #expect(refreshed.status == 401)
            #expect(try refreshed.code == "refresh-failed")
        }
    }

    @Test func `lasts 15 minutes without a refresh, and at most 30 days`() async throws {
        try await Scene.run { scene in
            var ada = try await scene.patient()
            scene.house.time.advance(by: .seconds(899))
            #expect(try await scene.send(.get, Self.me, as: ada).status == 200)
            scene.house.time.advance(by: .seconds(1))
            #expect(try await scene.send(.get, Self.me, as: ada).status == 401)
            for day in 1...40 {
                let reply = try await scene.post(
                    "/api/v1/auth/refresh", #"{"refreshToken": "\#(ada.refreshToken)"}"#)
                #expect((reply.status == 200) == (day <= 30), "day \(day)")
                guard reply.status == 200 else { break }
                ada = try await scene.signedIn(ada.email, reply)
                scene.house.time.advance(by: .seconds(86_400))
            }
        }
    }

    @Test func `ends after a week of inactivity`() async throws {
        try await Scene.run { scene in
            let ada = try await scene.patient()
            scene.house.time.advance(by: .seconds(7 * 86_400))
            let reply = try await scene.post(
                "/api/v1/auth/refresh", #"{"refreshToken": "\#(ada.refreshToken)"}"#)
            #expect(reply.status == 401)
        }
    }

    @Test func `ends earlier with the tenant's inactivity limit, also for earlier sessions`() async throws {
        try await Scene.run { scene in
            let ada = try await scene.patient()
            _ = try await scene.house.tenancy.accounts.changeSettings(["inactivity-seconds": "900"], by: .command)
            scene.house.time.advance(by: .seconds(15 * 60 - 1))
            let inTime = try await scene.post("/api/v1/auth/refresh", #"{"refreshToken": "\#(ada.refreshToken)"}"#)
            #expect(inTime.status == 200)
            let next = try await scene.signedIn(ada.email, inTime)
            scene.house.time.advance(by: .seconds(15 * 60))
            let late = try await scene.post("/api/v1/auth/refresh", #"{"refreshToken": "\#(next.refreshToken)"}"#)
            #expect(late.status == 401)
        }
    }

    @Test func `accepts a refresh token again within ten seconds, with the same successor`() async throws {
        try await Scene.run { scene in
            let ada = try await scene.patient()
            let body = #"{"refreshToken": "\#(ada.refreshToken)"}"#
            let first = try await scene.post("/api/v1/auth/refresh", body)
            scene.house.time.advance(by: .seconds(10))
            let second = try await scene.post("/api/v1/auth/refresh", body)
            #expect(first.status == 200 && second.status == 200)
            #expect(try first.json["refreshToken"] == second.json["refreshToken"])
            let next = try await scene.signedIn(ada.email, second)
            #expect(try await scene.send(.get, Self.me, as: next).status == 200)
        }
    }

    @Test func `ends when another program repeats a refresh at once from the same address`() async throws {
        try await Scene.run { scene in
            let ada = try await scene.patient()
            let body = #"{"refreshToken": "\#(ada.refreshToken)"}"#
            let first = try await scene.post("/api/v1/auth/refresh", as: nil, json: body, ["User-Agent": "app/1"])
            let next = try await scene.signedIn(ada.email, first)
            let other = try await scene.post("/api/v1/auth/refresh", as: nil, json: body, ["User-Agent": "curl/8"])
            #expect(other.status == 401)
            #expect(try await scene.send(.get, Self.me, as: next).status == 401)
        }
    }

    @Test func `is not listed after a week of inactivity`() async throws {
        try await Scene.run { scene in
            let ada = try await scene.patient()
            scene.house.time.advance(by: .seconds(7 * 86_400 + 1))
            let again = try await scene.signedIn(ada.email, try await scene.login(ada.email))
            let sessions = try await scene.send(.get, "/api/v1/auth/sessions", as: again)
            #expect(try sessions.json["items"]?.list?.compactMap { $0["id"]?.text } == [again.sessionID])
        }
    }

    @Test(arguments: [true, false])
    func `ends for both when a refresh token is reused`(isLate: Bool) async throws {
        try await Scene.run { scene in
            let ada = try await scene.patient()
            let body = #"{"refreshToken": "\#(ada.refreshToken)"}"#
            let thief = try await scene.signedIn(ada.email, try await scene.post("/api/v1/auth/refresh", body))
            if isLate {
                scene.house.time.advance(by: .milliseconds(10_001))
            } else {
                // The successor was used, so the response had not been lost.
                let used = try await scene.post(
                    "/api/v1/auth/refresh", #"{"refreshToken": "\#(thief.refreshToken)"}"#)
                #expect(used.status == 200)
            }
            #expect(try await scene.post("/api/v1/auth/refresh", body).status == 401)
            #expect(try await scene.send(.get, Self.me, as: thief).status == 401)
            let again = try await scene.post(
                "/api/v1/auth/refresh", #"{"refreshToken": "\#(thief.refreshToken)"}"#)
            #expect(again.status == 401)
            let audit = try await scene.get("/api/v1/audit?action=session.reused", as: .administrator)
            #expect(try audit.json["items"]?.list?.count == 1)
        }
    }

    @Test func `is refused for 15 minutes after five failures, from that address only`() async throws {
        try await Scene.run(proxies: .local, peer: "127.0.0.1") { scene in
            let ada = try await scene.patient()
            for _ in 1...5 {
                #expect(try await scene.login("ada@example.org", "wrong", from: "192.0.2.1").status == 401)
            }
            let locked = try await scene.login("ada@example.org", from: "192.0.2.1")
            #expect(locked.status == 429)
            #expect(try await scene.send(.get, Self.me, as: ada).status == 200, "the session goes on")
            #expect(try locked.code == "sign-in-locked")
            #expect(locked.headers[.retryAfter] == "901")
            #expect(try await scene.login("ada@example.org", from: "192.0.2.2").status == 200)
            scene.house.time.advance(by: .seconds(900))
            for _ in 1...5 {
                #expect(try await scene.login("ada@example.org", "wrong", from: "192.0.2.1").status == 401)
            }
            // Each lock is twice as long as the one before.
            scene.house.time.advance(by: .seconds(1799))
            #expect(try await scene.login("ada@example.org", from: "192.0.2.1").status == 429)
            scene.house.time.advance(by: .seconds(1))
            #expect(try await scene.login("ada@example.org", from: "192.0.2.1").status == 200)
            let alarms = try await scene.get("/api/v1/audit?action=account.locked", as: .administrator)
            let addresses = try alarms.json["items"]?.list?.map { $0["address"]?.text }
            #expect(addresses == ["192.0.2.1", "192.0.2.1"])
            let refused = try await scene.get("/api/v1/audit?action=request.denied", as: .administrator)
            let tried = try refused.json["items"]?.list?.first
            #expect(tried?["object"]?.text == "/api/v1/auth/login" && tried?["address"]?.text == "192.0.2.1")
        }
    }

    @Test func `is locked for an unknown mail address, too`() async throws {
        try await Scene.run { scene in
            for _ in 1...5 {
                let reply = try await scene.login("eve@example.org", "wrong")
                #expect(reply.status == 401)
            }
            #expect(try await scene.login("eve@example.org", "wrong").status == 429)
        }
    }

    @Test func `counts parallel attempts like sequential ones`() async throws {
        try await Scene.run { scene in
            _ = try await scene.patient()
            let codes = try await withThrowingTaskGroup(of: String?.self) { group in
                for _ in 1...30 { group.addTask { try await scene.login("ada@example.org", "wrong").code } }
                return try await group.reduce(into: [String?]()) { $0.append($1) }
            }
            var failed = codes.count { $0 == "sign-in-failed" }
            // Attempts on an account are checked one at a time; the others are told to retry, or that it is locked by
            // then.
            #expect((1...5).contains(failed))
            #expect(failed + codes.count { ["sign-ins-busy", "sign-in-locked"].contains($0) } == 30)
            while try await scene.login("ada@example.org", "wrong").code == "sign-in-failed" { failed += 1 }
            #expect(failed == 5)
        }
    }

    @Test func `requires the old password for a new one, and ends other sessions`() async throws {
        try await Scene.run { scene in
            let ada = try await scene.patient()
            let other = try await scene.signedIn(ada.email, try await scene.login(ada.email))
            let wrong = try await scene.send(
                .post, "/api/v1/auth/password", as: ada,
                json: #"{"oldPassword": "not that one", "newPassword": "another good phrase"}"#)
            #expect(wrong.status == 401)
            let weak = try await scene.send(
                .post, "/api/v1/auth/password", as: ada,
                json: #"{"oldPassword": "\#(Scene.password)", "newPassword": "password1234"}"#)
            #expect(weak.status == 422)
            #expect(!weak.text.contains("password1234"))
            let changed = try await scene.send(
                .post, "/api/v1/auth/password", as: ada,
                json: #"{"oldPassword": "\#(Scene.password)", "newPassword": "another good phrase"}"#)
            #expect(changed.status == 204)
            #expect(try await scene.send(.get, Self.me, as: ada).status == 200)
            #expect(try await scene.send(.get, Self.me, as: other).status == 401)
            #expect(try await scene.login(ada.email).status == 401)
            #expect(try await scene.login(ada.email, "another good phrase").status == 200)
        }
    }

    @Test func `allows a password reset by mail, once and within a day`() async throws {
        try await Scene.run { scene in
            let ada = try await scene.patient()
            func ask() async throws -> String {
                scene.house.time.advance(by: .seconds(61))
                #expect(
                    try await scene.post("/api/v1/auth/password/forgot", #"{"email": "ada@example.org"}"#).status == 202
                )
                return try await scene.mailedSecret(to: "ada@example.org")
            }
            func reset(_ token: String) async throws -> Int {
                try await scene.post(
                    "/api/v1/auth/password/reset", #"{"token": "\#(token)", "password": "a phrase that is new"}"#
                ).status
            }
            let weak = try await scene.post(
                "/api/v1/auth/password/reset", #"{"token": "\#(try await ask())", "password": "password1234"}"#)
            #expect(weak.status == 422)
            #expect(try weak.json["errors"]?.list?.first?["pointer"]?.text == "/password")
            let late = try await ask()
            scene.house.time.advance(by: .seconds(86_400))
            #expect(try await reset(late) == 404)
            let replaced = try await ask()
            let good = try await ask()
            // Requesting another link invalidates none; using one invalidates all.
            #expect(try await reset(good) == 204)
            #expect(try await reset(good) == 404)
            #expect(try await reset(replaced) == 404)
            let refreshed = try await scene.post(
                "/api/v1/auth/refresh", #"{"refreshToken": "\#(ada.refreshToken)"}"#)
            #expect(refreshed.status == 401, "the session of before has ended")
            #expect(try await scene.login(ada.email).status == 401)
            #expect(try await scene.login(ada.email, "a phrase that is new").status == 200)
        }
    }

    @Test func `sends at most one mail a minute to an address`() async throws {
        try await Scene.run { scene in
            for _ in 1...5 {
                #expect(
                    try await scene.post("/api/v1/auth/register", #"{"email": "ada@example.org"}"#).status == 202)
            }
            let mails = try await scene.house.tenancy.outbox.list(
                all: true, before: nil, limit: 10, by: scene.house.caller(.administrator))
            #expect(mails.items.count == 1)
        }
    }

    @Test func `needs an invitation if registration is closed`() async throws {
        try await Scene.run { scene in
            _ = try await scene.house.tenancy.accounts.changeSettings(["registration": "closed"], by: .command)
            let reply = try await scene.post("/api/v1/auth/register", #"{"email": "ada@example.org"}"#)
            #expect(reply.status == 403)
            #expect(try reply.code == "registration-closed")
            let invitation = #"{"email": "ada@example.org", "role": "patient", "profileId": "\#(scene.person)"}"#
            let byKey = try await scene.post(
                "/api/v1/accounts/invitations", as: .administrator, json: invitation)
            #expect(byKey.status == 403 && (try? byKey.code) == "no-account", "the record has no such address")
            let changed = try await scene.send(
                .patch, "/api/v1/profiles/\(scene.person)", as: .administrator, type: "application/merge-patch+json",
                body: Array(#"{"contact": {"email": "Ada@example.org"}}"#.utf8), ["If-Match": #""1""#])
            #expect(changed.status == 200, "\(changed.text)")
            let moved = try await scene.post(
                "/api/v1/accounts/invitations", as: .administrator, json: invitation)
            #expect(moved.status == 403, "whoever changes the address could invite themselves")
            let known = try await scene.house.person(email: "Ada@example.org")
            let invited = try await scene.post(
                "/api/v1/accounts/invitations", as: .administrator,
                json: invitation.replacing("\(scene.person)", with: "\(known)"))
            #expect(invited.status == 201)
            #expect(!invited.text.contains("fi_"))
            let confirmed = try await scene.post(
                "/api/v1/auth/confirm",
                #"{"token": "\#(try await scene.mailedSecret(to: "ada@example.org"))", "password": "\#(Scene.password)"}"#
            )
            #expect(confirmed.status == 201)
            let ada = try await scene.signedIn("ada@example.org", try await scene.login("ada@example.org"))
            #expect(try await scene.send(.get, "/api/v1/profiles/\(known)", as: ada).status == 200)
        }
    }

    @Test func `lists sessions and the last ten sign-ins, and ends a session`() async throws {
        try await Scene.run { scene in
            let ada = try await scene.patient()
            for _ in 1...11 {
                scene.house.time.advance(by: .seconds(1))
                _ = try await scene.login(ada.email)
            }
            let sessions = try #require(
                try await scene.send(.get, "/api/v1/auth/sessions", as: ada).json["items"]?.list)
            #expect(sessions.count == 12)
            let signIns = try #require(
                try await scene.send(.get, "/api/v1/auth/sign-ins", as: ada).json["items"]?.list)
            #expect(signIns.count == 10)
            let other = try #require(sessions.first?["id"]?.text)
            let path = "/api/v1/auth/sessions"
            let proof = #"{"password": "\#(Scene.password)"}"#
            #expect(try await scene.send(.delete, "\(path)/\(other)", as: ada, json: proof).status == 204)
            #expect(try await scene.send(.delete, "\(path)/\(other)", as: ada, json: proof).status == 404)
            let eve = try await scene.patient("eve@example.org")
            // Another person's session is not found.
            #expect(try await scene.send(.delete, "\(path)/\(ada.sessionID)", as: eve, json: proof).status == 404)
            #expect(try await scene.send(.get, Self.me, as: ada).status == 200)
        }
    }

    @Test func `allows a hundred sessions, and a new one ends the longest unused`() async throws {
        try await Scene.run { scene in
            let ada = try await scene.patient()
            for _ in 1..<Session.most {
                scene.house.time.advance(by: .seconds(1))
                _ = try await scene.login(ada.email)
            }
            #expect(try await scene.send(.get, Self.me, as: ada).status == 200)
            scene.house.time.advance(by: .seconds(1))
            let last = try await scene.signedIn(ada.email, try await scene.login(ada.email))
            #expect(try await scene.send(.get, Self.me, as: ada).status == 401)
            let sessions = try await scene.send(.get, "/api/v1/auth/sessions", as: last)
            #expect(try sessions.json["items"]?.list?.count == Session.most)
            let ended = try await scene.get("/api/v1/audit?action=session.ended", as: .administrator)
            #expect(try ended.json["items"]?.list?.map { $0["object"]?.text } == [ada.sessionID])
            // However many there were before.
            let id = try #require(AccountID(ada.accountID))
            try await scene.house.store.write { [time = scene.house.time] (tx) throws(DatabaseError) in
                for _ in 1...20 {
                    let origin = Origin(address: nil, client: nil, requestID: "earlier")
                    try tx.insertSession(Session(of: id, from: origin, at: time.now))
                }
            }
            scene.house.time.advance(by: .seconds(1))
            _ = try await scene.login(ada.email)
            let left = try await scene.house.store.read { [time = scene.house.time] (tx) throws(DatabaseError) in
                try tx.sessionsTooMany(for: id, at: time.now).count
            }
            #expect(left == 1, "the hundredth, if another one begins")
        }
    }

    @Test func `ends other sessions with the password, and the current one with its token`()
        async throws
    {
        try await Scene.run { scene in
            let ada = try await scene.patient()
            let eve = try await scene.patient("eve@example.org")
            let others = [
                try await scene.signedIn(ada.email, try await scene.login(ada.email)),
                try await scene.signedIn(ada.email, try await scene.login(ada.email)),
            ]
            let path = "/api/v1/auth/sessions"
            for target in [path, "\(path)/\(others[0].sessionID)"] {
                #expect(try await scene.send(.delete, target, as: ada).status == 415)
                let wrong = try await scene.send(.delete, target, as: ada, json: #"{"password": "not that one"}"#)
                #expect(wrong.status == 401)
                #expect(try wrong.code == "sign-in-failed")
            }
            for other in others { #expect(try await scene.send(.get, Self.me, as: other).status == 200) }
            let ended = try await scene.send(.delete, path, as: ada, json: #"{"password": "\#(Scene.password)"}"#)
            #expect(ended.status == 204)
            for other in others {
                #expect(try await scene.send(.get, Self.me, as: other).status == 401)
                let refreshed = try await scene.post(
                    "/api/v1/auth/refresh", #"{"refreshToken": "\#(other.refreshToken)"}"#)
                #expect(refreshed.status == 401)
            }
            #expect(try await scene.send(.get, Self.me, as: eve).status == 200)
            let told = try await scene.get("/api/v1/audit?action=session.ended", as: .administrator)
            let objects = try #require(try told.json["items"]?.list?.compactMap { $0["object"]?.text })
            #expect(Set(objects) == Set(others.map(\.sessionID)))
            #expect(try await scene.send(.delete, "\(path)/\(ada.sessionID)", as: ada).status == 204)
            #expect(try await scene.send(.get, Self.me, as: ada).status == 401)
        }
    }

    @Test func `can't be guessed from an open session`() async throws {
        try await Scene.run { scene in
            let ada = try await scene.patient()
            let wrong = #"{"password": "not that one"}"#
            for _ in 1...5 {
                #expect(try await scene.send(.delete, "/api/v1/auth/sessions", as: ada, json: wrong).status == 401)
            }
            let right = #"{"password": "\#(Scene.password)"}"#
            #expect(try await scene.send(.delete, "/api/v1/auth/sessions", as: ada, json: right).status == 429)
        }
    }

    @Test func `leaves successes with their factors, and failures, in the audit log`() async throws {
        try await Scene.run { scene in
            func told(_ action: String) async throws -> [[String?]] {
                let page = try await scene.get("/api/v1/audit?action=\(action)", as: .administrator)
                let items = try #require(try page.json["items"]?.list)
                return items.map { [$0["outcome"]?.text, $0["accountId"]?.text, $0["object"]?.text] }
            }
            let ada = try await scene.patient()
            let wanjiru = try await scene.staff("clinician", "wanjiru@example.org")
            let token = try #require(try await scene.login(wanjiru.email).json["mfaToken"]?.text)
            #expect(try await scene.verify(token, wanjiru.backupCodes[0], as: "backupCode").status == 200)
            #expect(
                try await told("session.started") == [
                    ["success", wanjiru.accountID, "password, backup code"],
                    ["success", wanjiru.accountID, "password, one-time code"],
                    ["success", ada.accountID, "password"],
                ])
            #expect(try await told("session.challenged").count == 2)
            #expect(
                try await told("session.challenged").allSatisfy { $0[0] == "success" && $0[2] == wanjiru.accountID })
            _ = try await scene.login(ada.email, "not that one")
            _ = try await scene.login("nobody@example.org", "not that one")
            let refused = try await told("session.refused")
            #expect(refused.map { $0[0] } == ["failed", "failed"])
            #expect(refused.map { $0[2] } == [nil, ada.accountID])
        }
    }

    @Test func `never accepts a mailed secret as a password`() async throws {
        try await Scene.run { scene in
            #expect(try await scene.post("/api/v1/auth/register", #"{"email": "ada@example.org"}"#).status == 202)
            let secret = try await scene.mailedSecret(to: "ada@example.org")
            let profile = #""profile": {"name": {"given": "Ada", "family": "Otieno"}, "birthDate": "1980-02-29"}"#
            let refused = try await scene.post(
                "/api/v1/auth/confirm", #"{"token": "\#(secret)", "password": "\#(secret)", \#(profile)}"#)
            #expect(refused.status == 422)
            #expect(!refused.text.contains(secret))
            let taken = try await scene.post(
                "/api/v1/auth/confirm", #"{"token": "\#(secret)", "password": "\#(Scene.password)", \#(profile)}"#)
            #expect(taken.status == 201)
            scene.house.time.advance(by: .seconds(61))
            #expect(
                try await scene.post("/api/v1/auth/password/forgot", #"{"email": "ada@example.org"}"#).status == 202)
            let next = try await scene.mailedSecret(to: "ada@example.org")
            let reset = try await scene.post(
                "/api/v1/auth/password/reset", #"{"token": "\#(next)", "password": "my \#(next)"}"#)
            #expect(reset.status == 422)
        }
    }

    @Test func `ends when the account is deleted, and the record stays`() async throws {
        try await Scene.run { scene in
            let ada = try await scene.patient()
            let profile = try #require(try await scene.send(.get, Self.me, as: ada).json["profileId"]?.text)
            let wrong = try await scene.send(.delete, Self.me, as: ada, json: #"{"password": "wrong"}"#)
            #expect(wrong.status == 401)
            let deleted = try await scene.send(
                .delete, Self.me, as: ada, json: #"{"password": "\#(Scene.password)"}"#)
            #expect(deleted.status == 204)
            #expect(try await scene.send(.get, Self.me, as: ada).status == 401)
            #expect(try await scene.login(ada.email).status == 401)
            #expect(try await scene.get("/api/v1/profiles/\(profile)", as: .administrator).status == 200)
            #expect(try await scene.get("/api/v1/accounts/\(ada.accountID)", as: .administrator).status == 404)
            // The address is free again, and a new account with it belongs to another person.
            scene.house.time.advance(by: .seconds(61))
            let next = try await scene.patient()
            #expect(next.email == ada.email && next.accountID != ada.accountID)
            #expect(try await scene.send(.get, Self.me, as: next).json["profileId"]?.text != profile)
            #expect(try await scene.send(.get, "/api/v1/profiles/\(profile)", as: next).status == 404)
        }
    }

    @Test func `ends everywhere when an administrator signs the person out, who may sign in again`() async throws {
        try await Scene.run { scene in
            let ada = try await scene.patient()
            let elsewhere = try await scene.signedIn(ada.email, try await scene.login(ada.email))
            let eve = try await scene.patient("eve@example.org")
            let reply = try await scene.post(
                "/api/v1/accounts/\(ada.accountID)/sign-out", as: .administrator, json: "{}")
            #expect(reply.status == 200)
            for session in [ada, elsewhere] {
                #expect(try await scene.send(.get, Self.me, as: session).status == 401)
                let refreshed = try await scene.post(
                    "/api/v1/auth/refresh", #"{"refreshToken": "\#(session.refreshToken)"}"#)
                #expect(refreshed.status == 401)
            }
            #expect(try await scene.send(.get, Self.me, as: eve).status == 200)
            #expect(try await scene.login(ada.email).status == 200)
        }
    }

    @Test func `uses secrets of 256 bits, all different`() async throws {
        try await Scene.run { scene in
            var secrets: [String] = []
            let ada = try await scene.patient()
            secrets.append(ada.refreshToken)
            for _ in 1...20 {
                secrets.append(try await scene.signedIn(ada.email, try await scene.login(ada.email)).refreshToken)
            }
            let wanjiru = try await scene.staff("clinician", "wanjiru@example.org")
            for _ in 1...4 {
                secrets.append(try #require(try await scene.login(wanjiru.email).json["mfaToken"]?.text))
            }
            #expect(Set(secrets).count == 25)
            let bits = secrets.map { bytes(base64URL: $0.dropFirst(3)) ?? [] }
            #expect(bits.allSatisfy { $0.count == 32 })
            // A byte that is equal in all of them would not be random.
            #expect((0..<32).allSatisfy { place in Set(bits.map { $0[place] }).count > 8 })
        }
    }

    /// A link share used to stay open for a year after its owner's account was deleted.
    @Test func `ends the shares of a deleted account`() async throws {
        try await Scene.run { scene in
            let ada = try await scene.patient()
            let profile = try #require(try await scene.send(.get, Self.me, as: ada).json["profileId"]?.text)
            let share = try await scene.send(
                .post, "/api/v1/profiles/\(profile)/shares", as: ada, json: #"{"link": true, "pin": "314159"}"#)
            let link = try #require(try share.json["link"]?.text)
            let opening = #"{"link": "\#(link)", "pin": "314159"}"#
            #expect(try await scene.post("/api/v1/shared", opening).status == 200)
            let deleted = try await scene.send(
                .delete, Self.me, as: ada, json: #"{"password": "\#(Scene.password)"}"#)
            #expect(deleted.status == 204)
            #expect(try await scene.post("/api/v1/shared", opening).status == 404)
        }
    }

    @Test func `is refused while the account is suspended`() async throws {
        try await Scene.run { scene in
            let ada = try await scene.patient()
            let path = "/api/v1/accounts/\(ada.accountID)"
            #expect(try await scene.post("\(path)/suspend", as: .administrator, json: "{}").status == 200)
            #expect(try await scene.send(.get, Self.me, as: ada).status == 401)
            let refused = try await scene.login(ada.email)
            #expect(refused.status == 403)
            #expect(try refused.code == "account-suspended")
            #expect(try await scene.login(ada.email, "wrong").status == 401)
            #expect(try await scene.post("\(path)/resume", as: .administrator, json: "{}").status == 200)
            #expect(try await scene.login(ada.email).status == 200)
            #expect(try await scene.send(.get, Self.me, as: ada).status == 401, "the session of before has ended")
        }
    }
}
