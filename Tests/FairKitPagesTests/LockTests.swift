import FairKitCore
import FairKitService
import HTTPSupport
import HTTPTypes
import Support
import Testing

@Suite struct `The lock of a page` {
    private func signedIn(
        _ scene: Scene, as person: Person, _ body: (inout Browser, [String: String]) async throws -> Void
    ) async throws {
        var browser = Browser(scene)
        _ = try await browser.signIn(as: person)
        let page = try await browser.open("/help")
        #expect(page.text.contains("<dialog id=\"still\"") && page.text.contains("<dialog id=\"locked\""))
        #expect(page.text.contains("data-lock=\"604800\""), "the tenant's limit, in seconds")
        try await body(&browser, ["token": try Browser.token(in: page), "password": person.password])
    }

    @Test func `ends the session at the server, and the password goes on with it`() async throws {
        try await Scene.run { scene in
            try await signedIn(scene, as: try await scene.patient()) { browser, right in
                var (locks, wrong) = (right, right)
                (locks["lock"], wrong["password"]) = ("yes", "not the one")
                #expect(try await browser.send("/unlock", locks).status == 200)
                #expect(try await browser.open("/home").status == 303, "nothing is read while it is locked")
                let refused = try await browser.send("/unlock", wrong)
                #expect(refused.status == 422 && refused.text.contains("<form id=\"unlock\""))
                #expect(refused.text.contains("aria-invalid") && !refused.text.contains("not the one"))
                #expect(!refused.text.contains("<html"), "the script puts it into the dialog")
                #expect(try await browser.open("/home").status == 303)
                #expect(try await browser.send("/unlock", right).status == 204)
                #expect(try await browser.open("/home").status == 200, "the same cookie")
            }
        }
    }

    @Test func `comes by the server's own count, which only a person puts off`() async throws {
        try await Scene.run { scene in
            try await signedIn(scene, as: try await scene.patient()) { browser, right in
                scene.house.time.advance(by: .seconds(86_400 * 6))
                let stays = try await browser.send("/stay", right)
                #expect(stays.status == 204)
                scene.house.time.advance(by: .seconds(86_400 * 6))
                #expect(try await browser.open("/home", ["Sec-Purpose": "prefetch"]).status == 503)
                #expect(try await browser.open("/home", from: "same-origin", ["Sec-Fetch-Mode": "cors"]).status == 200)
                scene.house.time.advance(by: .seconds(86_400 * 1))
                #expect(try await browser.open("/home").status == 303)
                #expect(try await browser.send("/stay", right, ["Accept": "text/html; fragment"]).status == 401)
                #expect(try await browser.send("/unlock", right).status == 204)
                #expect(try await browser.open("/home").status == 200)
            }
        }
    }

    @Test func `says staff how many criticals are open, and nothing about whom`() async throws {
        try await Scene.run { scene in
            try await scene.raiseAlert()
            try await signedIn(scene, as: try await scene.staff("clinician", "cleo@example.org")) { browser, right in
                var locks = right
                locks["lock"] = "yes"
                let locked = try await browser.send("/unlock", locks)
                #expect(locked.text == "<p id=\"open\">1 critical alert is open.</p>")
                #expect(try await browser.send("/unlock", right).status == 422, "the password alone opens nothing")
            }
        }
    }

    @Test func `opens for no one else, and no session that has ended`() async throws {
        try await Scene.run { scene in
            let (ada, ben) = (try await scene.patient(), try await scene.patient("ben@example.org"))
            try await signedIn(scene, as: ada) { browser, right in
                var other = Browser(scene)
                _ = try await other.signIn(as: ben)
                #expect(try await other.send("/unlock", right).status == 403, "a form of another account")
                #expect(try await browser.send("/unlock", right, from: "cross-site").status == 403)
                _ = try await browser.send("/sign-out", right)
                #expect(try await browser.send("/unlock", right).status == 401)
            }
        }
    }
}

@Suite struct `A page for its reader` {
    @Test func `is refused in their language, with their navigation`() async throws {
        try await Scene.run { scene in
            let person = try await scene.patient()
            _ = try await scene.send(.patch, "/api/v1/auth/me", as: person, json: #"{"language": "es"}"#)
            var browser = Browser(scene)
            _ = try await browser.signIn(as: person)
            for (path, status) in [("/alerts", 403), ("/results/0193a1c2-5b6d-7e8f-9a0b-1c2d3e4f5a6b", 404)] {
                let page = try await browser.open(path, ["Accept-Language": "sw"])
                #expect(page.status == status && page.text.contains("<html lang=\"es\">"))
                #expect(page.text.contains("class=\"side\"") && page.text.contains("Cerrar sesión"))
            }
        }
    }

    @Test func `names no account to its script`() async throws {
        try await Scene.run { scene in
            let person = try await scene.patient()
            var browser = Browser(scene)
            _ = try await browser.signIn(as: person)
            let (first, second) = (try await browser.open("/help"), try await browser.open("/home"))
            let who = try #require(first.text.firstMatch(of: #/data-who="([\w-]{12})"/#)).1
            #expect(second.text.contains("data-who=\"\(who)\"") && !first.text.contains(person.accountID))
            _ = try await browser.signIn(as: try await scene.patient("ben@example.org"))
            let other = try await browser.open("/help")
            #expect(!other.text.contains(who))
        }
    }

    @Test func `stays where it is when they choose a language before the sign-in`() async throws {
        try await Scene.run { scene in
            var browser = Browser(scene)
            let page = try await browser.open("/forgotten")
            #expect(page.text.contains("href=\"/forgotten?language=es\""))
            let signIn = try await browser.open("/sign-in?next=%2Fresults&language=es")
            #expect(signIn.text.contains("href=\"/sign-in?next=%2Fresults&amp;language=sw\""))
            let strange = try await browser.open("/%22%3E%3Cscript%3E")
            #expect(strange.text.contains("href=\"/sign-in?language=es\""), "an address that is none becomes no link")
        }
    }

    @Test func `has help in the words of their role, one press away`() async throws {
        try await Scene.run { scene in
            let people = [
                (try await scene.patient(), "I have a new kit."),
                (try await scene.staff("clinician", "cleo@example.org"), "How do I acknowledge an alert?"),
                (
                    try await scene.staff("administrator", "root@example.org"),
                    "How does a new colleague get an account?"
                ),
            ]
            for (person, words) in people {
                var browser = Browser(scene)
                _ = try await browser.signIn(as: person)
                #expect(try await browser.open("/help/keys").text.contains("<li><a href=\"/help\">Help</a></li>"))
                let help = try await browser.open("/help").text
                #expect(help.contains("<summary>\(words)</summary>"))
                let others = people.map(\.1).filter { $0 != words }
                let found = others.filter { help.contains($0) }
                #expect(found == [])
                #expect(!help.contains(" | "))
                // Only who compares photos reads of the keys for it.
                let keys = try await browser.open("/help/keys").text
                #expect(keys.contains("<kbd>z</kbd>") == words.hasPrefix("How does a new colleague"))
            }
        }
    }

    @Test func `takes single keys only where its reader switched them on`() async throws {
        try await Scene.run { scene in
            var browser = Browser(scene)
            _ = try await browser.signIn(as: try await scene.patient())
            let page = try await browser.open("/help/keys")
            #expect(!page.text.contains(" data-keys") && page.text.contains("aria-keyshortcuts=\"?\""))
            let token = try Browser.token(in: page)
            #expect(try await browser.send("/help/keys", ["token": token, "keys": "maybe"]).status == 422)
            let on = try await browser.send("/help/keys", ["token": token, "keys": "on"])
            #expect(on.headers[.location] == "/help/keys?done=keysSwitched")
            #expect(try await browser.open("/home").text.contains(" data-keys>"))
            _ = try await browser.send("/help/keys", ["token": token, "keys": "off"])
            let off = try await browser.open("/home")
            #expect(!off.text.contains(" data-keys"))
        }
    }
}
