import FairKitCore
import FairKitService
import HTTPSupport
import HTTPTypes
import Support
import Testing

@Suite struct `A patient at the pages` {
    /// A patient who has registered a kit, and whose laboratory has reported a level.
    private func patient(
        of scene: Scene, level: String?, _ body: (inout Browser, String) async throws -> Void
    ) async throws {
        let person = try await scene.patient()
        try await scene.register("FU-KIT-2025110701-X", by: person)
        var id = ""
        if let level {
            let result = try await scene.post(
                "/api/v1/results", as: .laboratory,
                json: """
                    {"reference": "N-1", "kitCode": "FU-KIT-2025110701-X", "testDate": "2026-11-20",
                     "level": {"value": \(level), "unit": "mg/dL"}, "interpretation": "Repeat <b>soon</b>"}
                    """)
            #expect(result.status == 201)
            id = try result.json["id"]?.text ?? ""
        }
        var browser = Browser(scene)
        _ = try await browser.signIn(as: person)
        try await body(&browser, id)
    }

    @Test func `reads the one next step on the first page`() async throws {
        try await Scene.run { scene in
            try await patient(of: scene, level: nil) { browser, _ in
                let home = try await browser.open("/home")
                #expect(home.text.contains("Post your sample by 28 November 2026"))
                #expect(home.text.contains("FU-KIT-2025110701-X"))
                #expect(home.text.contains("aria-current=\"page\"") && !home.text.contains("/alerts"))
                #expect(try await browser.open("/results").text.contains("There are no results yet"))
            }
        }
    }

    @Test func `reads a result with its value, range, meaning and sign`() async throws {
        try await Scene.run { scene in
            try await patient(of: scene, level: "142.5") { browser, id in
                let list = try await browser.open("/results")
                #expect(list.text.contains("1 result, newest first") && list.text.contains("/results/\(id)"))
                let page = try await browser.open("/results/\(id)")
                #expect(page.status == 200 && page.text.contains("<h1>Result of 20 November 2026</h1>"))
                #expect(page.text.contains("142.5 <span class=\"unit\">mg/dL</span>"), "the digits as reported")
                #expect(page.text.contains("Normal range: 100–200 mg/dL") && page.text.contains("<svg class=\"range\""))
                #expect(
                    page.text.contains("</span> Within the normal range</span>")
                        && page.text.contains("What it means"))
                #expect(!page.text.contains("style="))
            }
        }
    }

    @Test func `reads at once what to do about a critical result`() async throws {
        try await Scene.run { scene in
            try await patient(of: scene, level: "820") { browser, id in
                for path in ["/home", "/results/\(id)"] {
                    let page = try await browser.open(path)
                    #expect(page.text.contains("Call your doctor or your clinic today"))
                    #expect(page.text.contains("Your clinic has given no telephone number here"))
                }
                _ = try await scene.house.tenancy.accounts.changeSettings(
                    ["patient-contact": "+254201234567, day and night"], by: .command)
                for path in ["/home", "/results/\(id)"] {
                    let page = try await browser.open(path).text
                    #expect(page.contains("href=\"tel:+254201234567\"") && page.contains("day and night"))
                }
            }
        }
    }

    @Test func `reads in the language of the account`() async throws {
        try await Scene.run { scene in
            try await patient(of: scene, level: "1.5e2") { browser, id in
                let me = try await scene.login("ada@example.org")
                let token = try #require(try me.json["accessToken"]?.text)
                let changed = try await scene.send(
                    .patch, "/api/v1/auth/me", as: nil, type: "application/json",
                    body: Array(#"{"language": "es"}"#.utf8), ["Authorization": "Bearer \(token)"])
                #expect(changed.status == 200)
                let page = try await browser.open("/results/\(id)")
                #expect(page.text.contains("<html lang=\"es\">") && page.text.contains("Resultado del 20 de noviembre"))
            }
        }
    }

    @Test func `sees no page of another person, and none of staff`() async throws {
        try await Scene.run { scene in
            try await patient(of: scene, level: "142") { browser, id in
                var other = Browser(scene)
                _ = try await other.signIn(as: try await scene.patient("ben@example.org"))
                let page = try await other.open("/results/\(id)")
                #expect(page.status == 404 && !page.shows("142"))
                #expect(try await other.open("/alerts").status == 403)
                #expect(try await browser.open("/results/\(id)").status == 200)
            }
        }
    }

    @Test func `has a name of marks, which no page takes for markup`() async throws {
        try await Scene.run { scene in
            let person = try await scene.patient()
            let evil = "x\"\u{338}><script>alert(1)</script>'"
            let changed = try await scene.send(
                .patch, "/api/v1/auth/me", as: person,
                json: #"{"name": "x\"\u0338><script>alert(1)</script>'"}"#)
            #expect(changed.status == 200)
            var browser = Browser(scene)
            _ = try await browser.signIn(as: person)
            for path in ["/home", "/results"] {
                let page = try await browser.open(path)
                #expect(!page.text.contains("<script>alert") && !page.text.utf8.elementsEqual(evil.utf8))
                #expect(page.text.contains("x&quot;\u{338}&gt;&lt;script&gt;"))
            }
            let typed = try await browser.send("/sign-in", ["email": evil, "password": "p"])
            #expect(typed.status == 422 && !typed.text.contains("<script>alert"))
        }
    }

    @Test func `asks for a new password, and learns nothing about accounts`() async throws {
        try await Scene.run { scene in
            _ = try await scene.patient()
            var browser = Browser(scene)
            let known = try await browser.send("/forgotten", ["email": "ada@example.org"])
            let unknown = try await browser.send("/forgotten", ["email": "nobody@example.org"])
            #expect(known.status == 200 && known.text == unknown.text)
            let malformed = try await browser.send("/forgotten", ["email": "ada"])
            #expect(malformed.status == 422 && malformed.text.contains("value=\"ada\""))
            #expect(malformed.text.contains("<title>Error: "))
        }
    }

    @Test func `chooses a language before signing in`() async throws {
        try await Scene.run { scene in
            var browser = Browser(scene)
            #expect(try await browser.open("/sign-in?language=sw").text.contains("<h1>Ingia kwenye akaunti</h1>"))
            #expect(try await browser.open("/forgotten").text.contains("<html lang=\"sw\">"), "it is kept")
            let wrong = try await browser.send("/sign-in", ["email": "ada@example.org", "password": "wrong"])
            #expect(wrong.status == 422 && wrong.text.contains("value=\"ada@example.org\""))
            #expect(!wrong.text.contains("value=\"wrong\""), "never a password")
        }
    }
}
