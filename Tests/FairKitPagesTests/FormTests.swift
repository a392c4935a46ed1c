import FairKitCore
import FairKitService
import HTTPSupport
import HTTPTypes
import KeyRing
import Support
import Testing

@Suite struct `A form that is sent twice` {
    private func acknowledging(
        _ scene: Scene, _ body: (inout Browser, String, String) async throws -> Void
    ) async throws {
        let person = try await scene.staff("clinician", "cleo@example.org")
        try await scene.raiseAlert()
        var browser = Browser(scene)
        _ = try await browser.signIn(as: person, next: "/alerts")
        let list = try await scene.send(.get, "/api/v1/alerts", as: person)
        let id = try #require(try list.json["items"]?.list?.first?["id"]?.text)
        try await body(&browser, "/alerts/\(id)", "/alerts/\(id)/acknowledge")
    }

    private func readBack(in page: Scene.Reply, value: String = "820", key: String? = nil) throws -> [String: String] {
        [
            "token": try Browser.token(in: page), "key": try key ?? Browser.hidden("key", in: page), "value": value,
            "unit": "mg/dL", "kitCode": "fu-kit-2025110701-x", "reference": "N-1", "reached": "no-other-person",
        ]
    }

    @Test func `is answered as it was, and not done again`() async throws {
        try await Scene.run { scene in
            try await acknowledging(scene) { browser, page, path in
                let sent = try readBack(in: try await browser.open(page))
                var other = browser
                async let first = browser.send(path, sent)
                async let second = other.send(path, sent)
                for reply in try await [first, second] {
                    #expect(
                        reply.status == 303
                            && reply.headers[.location]?.hasPrefix("/alerts?done=acknowledged&alert=") == true)
                }
            }
        }
    }

    @Test func `may be corrected after it was refused`() async throws {
        try await Scene.run { scene in
            try await acknowledging(scene) { browser, page, path in
                let opened = try await browser.open(page)
                let wrong = try await browser.send(path, try readBack(in: opened, value: "950"))
                #expect(wrong.status == 422)
                #expect(try await browser.send(path, try readBack(in: opened)).status == 303)
            }
        }
    }

    @Test func `disturbs no other form of the same person`() async throws {
        try await Scene.run { scene in
            try await acknowledging(scene) { browser, page, path in
                let (first, second) = (try await browser.open(page), try await browser.open(page))
                let keys = [try Browser.hidden("key", in: first), try Browser.hidden("key", in: second)]
                #expect(keys[0] != keys[1])
                #expect(try await browser.send(path, try readBack(in: first)).status == 303)
                #expect(try await browser.send(path, try readBack(in: second)).status == 303)
            }
        }
    }

    private func carryOut(_ content: String, at scene: Scene, as caller: Caller = .command) async throws -> String {
        let keyed = KeyedRequest(key: try #require(IdempotencyKey("k")), route: .forms, content: Array(content.utf8))
        let forms = scene.house.tenancy.forms
        return try await forms.once(keyed, by: caller, leadingTo: { $0 }, again: { "again \($0)" }, { "/\(content)" })
    }

    @Test func `is remembered for a day, for its person and its content`() async throws {
        try await Scene.run { scene in
            let first = try await carryOut("a", at: scene)
            #expect(first == "/a")
            #expect(try await carryOut("a", at: scene) == "again /a")
            #expect(try await carryOut("b", at: scene) == "/b", "who goes back and corrects a form sends another one")
            let other = Caller(subject: Subject(.server, role: .administrator), route: "r", requestID: "i")
            #expect(try await carryOut("b", at: scene, as: other) == "/b")
            scene.house.time.advance(by: .seconds(86_401))
            #expect(try await carryOut("b", at: scene) == "/b")
        }
    }
}

@Suite struct `A proof of identity at a page` {
    @Test func `is asked for by password and code, and leads back`() async throws {
        try await Scene.run { scene in
            let person = try await scene.staff("administrator", "root@example.org")
            var browser = Browser(scene)
            _ = try await browser.signIn(as: person)
            let page = try await browser.open("/prove?next=%2Fhome")
            let token = try Browser.token(in: page)
            #expect(page.text.contains("<h1>Prove that it is you</h1>") && page.text.contains("id=\"code\""))
            var sent = ["token": token, "password": "wrong", "code": "000000", "next": "//evil.example"]
            let wrong = try await browser.send("/prove", sent)
            #expect(
                wrong.status == 422 && wrong.text.contains("<title>Error: ") && !wrong.text.contains("value=\"wrong"))
            sent["password"] = person.password
            #expect(try await browser.send("/prove", sent).text.contains("href=\"#code\""))
            let mfa = try #require(person.mfa)
            scene.house.time.advance(by: .seconds(60))
            sent["code"] = try mfa.code(at: scene.house.time.now)
            let right = try await browser.send("/prove", sent)
            #expect(right.status == 303 && right.headers[.location] == "/home", "it leads to no other site")
            let cookie = try #require(right.headers[values: .setCookie].first)
            for rule in ["__Host-fk.proof-default=", "; Secure", "; HttpOnly", "; Max-Age=300"] {
                #expect(cookie.contains(rule))
            }
        }
    }

    @Test func `is good for five minutes, in its session, with its password`() async throws {
        try await Scene.run { scene in
            let own = scene.house.tenancy.ownAccount
            let person = try await scene.patient()
            func caller(_ session: String) throws -> Caller {
                let account: AccountID = try #require(ID(person.accountID))
                let session: SessionID = try #require(ID(session))
                let profile = try #require(ProfileID(person.accountID))
                return Caller(
                    subject: Subject(.account(account, session), role: .patient(profile)), route: "r", requestID: "i")
            }
            let (here, elsewhere) = (try caller(person.sessionID), try caller(person.accountID))
            let shown = try await own.prove(password: person.password, code: nil, by: here)
            #expect(try await own.proof(shown, by: here) != nil)
            #expect(try await own.proof(shown, by: elsewhere) == nil, "another session")
            #expect(try await own.proof((shown.hasPrefix("x") ? "y" : "x") + shown.dropFirst(), by: here) == nil)
            scene.house.time.advance(by: .seconds(299))
            #expect(try await own.proof(shown, by: here) != nil)
            scene.house.time.advance(by: .seconds(1))
            #expect(try await own.proof(shown, by: here) == nil, "too old")
            let again = try await own.prove(password: person.password, code: nil, by: here)
            try await own.changePassword(
                from: person.password, to: "twelve geese glide by", code: nil, by: here)
            #expect(try await own.proof(again, by: here) == nil, "of the password before")
        }
    }
}
