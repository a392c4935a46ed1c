import FairKitCore
import FairKitService
import FairKitStore
import HTTPSupport
import HTTPTypes
import KeyRing
import Support
import Testing
import TextEncodings

@Suite struct `A session in a browser` {
    @Test func `has a cookie that no script, no other site and no other host gets`() async throws {
        try await Scene.run { scene in
            var browser = Browser(scene)
            let reply = try await browser.signIn(as: try await scene.patient())
            #expect(reply.status == 303 && reply.headers[.location] == "/home")
            let cookie = try #require(reply.headers[values: .setCookie].first { $0.hasPrefix(Browser.session) })
            for rule in ["; Path=/", "; Secure", "; HttpOnly", "; SameSite=Strict"] { #expect(cookie.contains(rule)) }
            #expect(!cookie.contains("Domain"))
            #expect(try await browser.open("/home").status == 200)
        }
    }

    @Test func `begins with a value that the browser did not have before, and ends the one that it had`() async throws {
        try await Scene.run { scene in
            let person = try await scene.patient()
            var browser = Browser(scene)
            let planted = "fp_" + String(repeating: "A", count: 43)
            browser.keep(Browser.session, planted)
            _ = try await browser.signIn(as: person)
            let first = try #require(browser.cookies[Browser.session])
            #expect(first != planted)
            var thief = Browser(scene)
            thief.keep(Browser.session, planted)
            #expect(try await thief.open("/home").status == 303, "the planted value is no session")
            _ = try await browser.signIn(as: person)
            #expect(browser.cookies[Browser.session] != first)
            thief.keep(Browser.session, first)
            #expect(try await thief.open("/home").status == 303, "the one before has ended")
        }
    }

    @Test func `begins after the second factor, with another value than the password gave`() async throws {
        try await Scene.run { scene in
            let clinician = try await scene.staff("clinician", "cleo@example.org")
            var browser = Browser(scene)
            let asked = try await browser.send(
                "/sign-in", ["email": clinician.email, "password": clinician.password, "next": "/alerts"])
            #expect(asked.headers[.location] == "/sign-in/code?next=%2Falerts")
            let challenge = try #require(browser.cookies["__Host-fk.code-default"])
            #expect(browser.cookies[Browser.session] == nil)
            var early = Browser(scene)
            early.keep(Browser.session, challenge)
            #expect(try await early.open("/alerts").status == 303, "the password alone opens nothing")
            #expect(try await browser.send("/sign-in/code", ["code": "000000"]).status == 422)
            let mfa = try #require(clinician.mfa)
            scene.house.time.advance(by: .seconds(60))
            let done = try await browser.send(
                "/sign-in/code", ["code": try mfa.code(at: scene.house.time.now), "next": "/alerts"])
            #expect(done.status == 303 && done.headers[.location] == "/alerts")
            #expect(browser.cookies[Browser.session] != challenge)
            #expect(browser.cookies["__Host-fk.code-default"] == nil)
            #expect(try await browser.open("/alerts").status == 200)
        }
    }

    @Test func `is stored as a digest, and is no token of the API`() async throws {
        try await Scene.run { scene in
            let person = try await scene.patient()
            var browser = Browser(scene)
            _ = try await browser.signIn(as: person)
            let cookie = try #require(browser.cookies[Browser.session])
            for token in [cookie, "fr_" + cookie.dropFirst(3)] {
                let refreshed = try await scene.post("/api/v1/auth/refresh", #"{"refreshToken": "\#(token)"}"#)
                #expect(refreshed.status == 401)
            }
            let asBearer = try await scene.send(
                .get, "/api/v1/auth/me", as: nil, type: nil, body: nil, ["Authorization": "Bearer \(cookie)"])
            #expect(asBearer.status == 401)
            let byCookie = try await browser.open("/api/v1/auth/me")
            #expect(byCookie.status == 401, "a browser adds the cookie to each request, so the API takes none")
            var other = Browser(scene)
            other.keep(Browser.session, person.refreshToken)
            #expect(try await other.open("/home").status == 303)
            let key = try await scene.get("/home", as: .clinician)
            #expect(key.status == 303, "a page takes no key")
            let secret = try #require(PageSecret(cookie))
            let digest = try scene.house.store.digest(of: secret)
            let stored = try await scene.house.store.read { (tx) throws(DatabaseError) in
                try tx.refreshToken(digest: digest)
            }
            #expect(stored != nil && !digest.elementsEqual(secret.bytes))
        }
    }

    @Test func `ends with everything that ends sessions`() async throws {
        try await Scene.run { scene in
            let person = try await scene.patient()
            var browser = Browser(scene)
            _ = try await browser.signIn(as: person)
            #expect(try await browser.open("/home").status == 200)
            let listed = try await scene.send(.get, "/api/v1/auth/sessions", as: person)
            #expect(try listed.json["items"]?.list?.count == 2)
            let ended = try await scene.send(
                .delete, "/api/v1/auth/sessions", as: person, json: #"{"password": "\#(Scene.password)"}"#)
            #expect(ended.status == 204)
            #expect(try await browser.open("/home").status == 303)
        }
    }

    @Test func `ends by inactivity, which only a person's requests put off`() async throws {
        try await Scene.run { scene in
            var browser = Browser(scene)
            _ = try await browser.signIn(as: try await scene.patient())
            func days(_ count: Int64) { scene.house.time.advance(by: .seconds(86_400 * count)) }
            days(6)
            #expect(try await browser.open("/home").status == 200)
            days(6)
            let fetched = try await browser.open("/home", from: "same-origin", ["Sec-Fetch-Mode": "cors"])
            #expect(fetched.status == 200, "a part that the page fetches by itself")
            days(2)
            #expect(try await browser.open("/home").status == 303)
        }
    }

    @Test func `is left by signing out, with what the browser kept`() async throws {
        try await Scene.run { scene in
            var browser = Browser(scene)
            _ = try await browser.signIn(as: try await scene.patient())
            var copy = browser
            let token = try Browser.token(in: try await browser.open("/home"))
            let reply = try await browser.send("/sign-out", ["token": token])
            #expect(reply.status == 303 && reply.headers[.location] == "/sign-in?done=signedOut")
            let cleared = try #require(HTTPField.Name("Clear-Site-Data"))
            #expect(reply.headers[cleared] == "\"cache\"")
            #expect(browser.cookies[Browser.session] == nil)
            #expect(try await copy.open("/home").status == 303, "a copy of the cookie is worth nothing")
            #expect(try await browser.open("/sign-in?done=signedOut").text.contains("You are signed out."))
        }
    }

    @Test func `is asked for once more after a link from another site, and never in a loop`() async throws {
        try await Scene.run { scene in
            var browser = Browser(scene)
            let bounced = try await browser.open("/results", from: "cross-site")
            #expect(bounced.status == 200 && bounced.text.contains("http-equiv=\"refresh\""))
            #expect(!bounced.text.contains("<script"))
            let signIn = try await browser.open("/results?cursor=a", from: "same-origin")
            #expect(signIn.status == 303 && signIn.headers[.location] == "/sign-in?next=%2Fresults%3Fcursor%3Da")
            _ = try await browser.signIn(as: try await scene.patient())
            #expect(try await browser.open("/results", from: "cross-site").text.contains("<h1>Results</h1>"))
        }
    }

    @Test(arguments: ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)", "/sign-out"])
    func `leads nowhere else after signing in`(next: String) async throws {
        try await Scene.run { scene in
            var browser = Browser(scene)
            let person = try await scene.patient()
            #expect(try await browser.signIn(as: person, next: next).headers[.location] == "/home")
            #expect(try await browser.signIn(as: person, next: "/results").headers[.location] == "/results")
        }
    }
}

@Suite struct `A form` {
    /// How another site, or an old page, would send the form that ends a session.
    @Test(arguments: [
        ("another site", "cross-site", nil), ("another host of the domain", "same-site", nil),
        ("an old browser at another site", nil, "https://evil.example"), ("a page without origin", nil, "null"),
        ("an old browser that says nothing", nil, nil),
    ])
    func `is refused if it comes from elsewhere`(name: String, site: String?, origin: String?) async throws {
        try await Scene.run { scene in
            var browser = Browser(scene)
            _ = try await browser.signIn(as: try await scene.patient())
            let token = try Browser.token(in: try await browser.open("/home"))
            let headers = origin.map { ["Origin": $0] } ?? [:]
            let refused = try await browser.send("/sign-out", ["token": token], from: site, headers)
            #expect(refused.status == 403 && refused.text.contains("came from another website"), "\(name)")
            #expect(try await browser.open("/home").status == 200, "nothing was done")
            let own = try await browser.send(
                "/sign-out", ["token": token], from: nil, ["Origin": "https://kit.example.org"])
            #expect(own.status == 303, "the same form from FairKit's own page works")
        }
    }

    @Test func `signs no one in from another site`() async throws {
        try await Scene.run { scene in
            let person = try await scene.patient()
            var browser = Browser(scene)
            let fields = ["email": person.email, "password": person.password]
            #expect(try await browser.send("/sign-in", fields, from: "cross-site").status == 403)
            #expect(browser.cookies[Browser.session] == nil)
            #expect(try await browser.send("/sign-in", fields).status == 303)
        }
    }

    @Test func `is refused without its token, and with one of another account`() async throws {
        try await Scene.run { scene in
            let (ada, ben) = (try await scene.patient(), try await scene.patient("ben@example.org"))
            var browser = Browser(scene)
            _ = try await browser.signIn(as: ada)
            let old = try Browser.token(in: try await browser.open("/home"))
            for token in ["", "x", String(old.dropLast()) + "-"] {
                #expect(try await browser.send("/sign-out", ["token": token]).status == 403)
            }
            _ = try await browser.signIn(as: ben)
            let refused = try await browser.send("/sign-out", ["token": old])
            #expect(refused.status == 403 && refused.text.contains("You are now signed in as Ada Otieno"))
            let own = try Browser.token(in: try await browser.open("/home"))
            #expect(try await browser.send("/sign-out", ["token": own]).status == 303)
        }
    }

    @Test func `that was left open can be sent after signing in again`() async throws {
        try await Scene.run { scene in
            let person = try await scene.patient()
            var browser = Browser(scene)
            _ = try await browser.signIn(as: person)
            let token = try Browser.token(in: try await browser.open("/home"))
            browser.keep(Browser.session, nil)
            let old = try await browser.send("/sign-out", ["token": token], from: nil)
            #expect(old.status == 401 && old.text.contains("what you typed is still there"), "by an old browser")
            _ = try await browser.signIn(as: person)
            #expect(try await browser.send("/sign-out", ["token": token]).status == 303)
        }
    }

    @Test(arguments: ["text/plain", "multipart/form-data; boundary=b", "application/json"])
    func `is taken only as a browser encodes it`(type: String) async throws {
        try await Scene.run { scene in
            let reply = try await scene.send(
                .post, "/sign-in", as: nil, type: type, body: Array("email=a".utf8), ["Sec-Fetch-Site": "same-origin"])
            #expect(reply.status == 415)
        }
    }
}

@Suite struct `A person whose role needs a second factor` {
    @Test func `sets it up at the first sign-in, and is shown backup codes once`() async throws {
        try await Scene.run { scene in
            try await scene.invite("clinician", "cleo@example.org")
            let secret = try await scene.mailedSecret(to: "cleo@example.org")
            let confirmed = try await scene.post(
                "/api/v1/auth/confirm", #"{"token": "\#(secret)", "password": "\#(Scene.password)"}"#)
            #expect(confirmed.status == 201)
            var browser = Browser(scene)
            let asked = try await browser.send(
                "/sign-in", ["email": "cleo@example.org", "password": Scene.password, "next": "/alerts"])
            #expect(asked.headers[.location] == "/sign-in/factor?next=%2Falerts")
            let start = try await browser.open("/sign-in/factor?next=%2Falerts")
            #expect(start.status == 200 && !start.text.contains("otpauth:"), "reading draws no secret")
            let shown = try await browser.send("/sign-in/factor", ["next": "/alerts"])
            #expect(shown.status == 200 && shown.text.contains("<path d=\"M"))
            #expect(shown.text.contains("href=\"otpauth://"))
            let text = try #require(shown.text.firstMatch(of: #/<span class="code">([A-Z2-7]+)</#)).1
            let mfa = OneTimePassword(secret: try #require(bytes(base32: String(text))))
            let done = try await browser.send(
                "/sign-in/code", ["code": try mfa.code(at: scene.house.time.now), "next": "/alerts"])
            #expect(done.status == 200 && done.text.matches(of: #/(?:[A-Z2-7]{4}-){5}[A-Z2-7]{4}/#).count == 10)
            #expect(done.text.contains("href=\"/alerts\"") && done.headers[.cacheControl] == "no-store")
            #expect(try await browser.open("/alerts").status == 200)
        }
    }
}
