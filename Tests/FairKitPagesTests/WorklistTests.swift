import FairKitCore
import FairKitService
import HTTPSupport
import HTTPTypes
import Support
import Testing

extension Scene {
    /// A clinician at the pages, who cares for a patient.
    func clinician(_ email: String = "cleo@example.org", caringFor patient: Person? = nil) async throws
        -> (Browser, Person)
    {
        let person = try await staff("clinician", email)
        if let patient {
            let own = try await send(.get, "/api/v1/auth/me", as: patient)
            let profile = try #require(try own.json["profileId"]?.text)
            let made = try await post(
                "/api/v1/care-assignments", as: .administrator,
                json: #"{"accountId": "\#(person.accountID)", "profileId": "\#(profile)"}"#)
            #expect(made.status == 201)
        }
        var browser = Browser(self)
        _ = try await browser.signIn(as: person)
        return (browser, person)
    }

    /// A laboratory reports a level; answers the result.
    func report(_ value: String, kit: String, on day: String = "2026-11-20", reference: String) async throws -> String {
        let reply = try await post(
            "/api/v1/results", as: .laboratory,
            json: """
                {"reference": "\(reference)", "kitCode": "\(kit)", "testDate": "\(day)",
                 "level": {"value": \(value), "unit": "mg/dL"}}
                """)
        #expect([201, 202].contains(reply.status))
        return try #require(try reply.json["id"]?.text)
    }

    /// The first open alert.
    func openAlert() async throws -> String {
        let list = try await get("/api/v1/alerts", as: .clinician)
        return try #require(try list.json["items"]?.list?.first?["id"]?.text)
    }

    static let readBack = [
        "value": "820", "unit": "mg/dL", "kitCode": "fu-kit-2025110701-x", "reference": "N-1",
        "reached": "no-other-person",
    ]
}

@Suite struct `The worklist` {
    private static let kit = "FU-KIT-2025110701-X"
    private static let other = "FU-KIT-2025110702-V"

    @Test func `says who was told, and who is told next and when`() async throws {
        try await Scene.run { scene in
            let patient = try await scene.patient()
            try await scene.register(Self.kit, by: patient)
            var (browser, _) = try await scene.clinician(caringFor: patient)
            try await scene.raiseAlert()
            _ = try await scene.house.tenancy.escalation.fire()
            let list = try await browser.open("/alerts").text
            #expect(list.contains(">Ada Otieno</a>") && list.contains("born 29 February 1980"))
            #expect(list.contains("<span class=\"code\">\(Self.kit)</span>"), "two people of one name are told apart")
            let told = ["the patient, cleo@example.org", "cleo@example.org, the patient"]
            #expect(told.contains { list.contains("<dt>Being told</dt><dd>\($0), message under way since") })
            #expect(list.contains("data-ago=\"next\">in 5 minutes</time>): cleo@example.org again</dd>"))
            #expect(list.contains("The level is critically high."))
            #expect(list.contains("data-live=\"/alerts/rows\"") && list.contains("data-at=\"0 2026-11-21T12:06:"))
        }
    }

    @Test func `names no patient whose name its reader may not read, but a number`() async throws {
        try await Scene.run { scene in
            let patient = try await scene.patient()
            try await scene.register(Self.kit, by: patient)
            try await scene.raiseAlert()
            var (browser, _) = try await scene.clinician()
            let list = try await browser.open("/alerts").text
            #expect(list.contains("Name not shown, number "))
            for secret in ["Ada", "Otieno", "1980", Self.kit] { #expect(!list.contains(secret)) }
            let page = try await browser.open("/alerts/\(try await scene.openAlert())").text
            for secret in ["Ada", "Otieno", "February 1980", Self.kit] { #expect(!page.contains(secret)) }
        }
    }

    @Test(arguments: [
        ("", "Open alerts", "No alert is open for you."),
        ("?state=acknowledged", "Acknowledged alerts", "No acknowledged alert waits for an outcome."),
        ("?state=resolved", "Resolved alerts", "No alert is resolved yet."),
        ("?state=all", "All alerts", "There is no alert yet."),
    ])
    func `says in title and empty sentence which alerts it shows`(query: String, title: String, empty: String)
        async throws
    {
        try await Scene.run { scene in
            var (browser, _) = try await scene.clinician()
            let page = try await browser.open("/alerts\(query)").text
            #expect(page.contains("<h1>\(title)</h1>") && page.contains(empty))
            #expect(page.contains("href=\"/alerts?state=all\"") && page.contains("aria-current=\"page\">"))
            #expect(page.contains(">Show all alerts</a>") == (query != "?state=all"))
        }
    }

    @Test func `says how many there are, and whether there are more`() async throws {
        try await Scene.run { scene in
            var (browser, _) = try await scene.clinician()
            try await scene.raiseAlert()
            let one = try await browser.open("/alerts").text
            #expect(
                one.contains("Open: <b data-live=\"count\" data-count=\"1\">1</b>") && !one.contains("This page shows"))
            #expect(one.contains("<span class=\"count\" data-live=\"count\" data-count=\"1\">1</span>"))
            for number in 2...52 {
                _ = try await scene.report("820", kit: KitCode.numbered(number), reference: "N-\(number)")
            }
            let many = try await browser.open("/alerts").text
            #expect(many.contains("This page shows 50 of 52.") && many.contains(">Older</a>"))
            #expect(many.utf8.count < 100_000)
        }
    }

    @Test func `says why one result has two alerts`() async throws {
        try await Scene.run { scene in
            let patient = try await scene.patient()
            for kit in [Self.kit, Self.other] { try await scene.register(kit, by: patient) }
            var (browser, _) = try await scene.clinician(caringFor: patient)
            _ = try await scene.report("150", kit: Self.other, on: "2026-11-21", reference: "N-0")
            scene.house.time.advance(by: .seconds(86_400))
            _ = try await scene.report("820", kit: Self.kit, on: "2026-11-22", reference: "N-1")
            let list = try await browser.open("/alerts").text
            for why in ["The level is critically high.", "The level is far from the last one."] {
                #expect(
                    list.firstMatch(
                        of: try Regex("Another alert of the same result: <a href=\"/alerts/[^\"]+\">\(why)")) != nil)
            }
            #expect(list.contains("Each is acknowledged on its own."))
        }
    }

    @Test func `gives a script the rows that are open, and the number of all`() async throws {
        try await Scene.run { scene in
            var (browser, _) = try await scene.clinician()
            try await scene.raiseAlert()
            let id = try await scene.openAlert()
            let part = ["Accept": "text/html; fragment", "Sec-Fetch-Mode": "cors"]
            let unknown = "0193a1c2-5b6d-7e8f-9a0b-1c2d3e4f5a6b"
            let rows = try await browser.open("/alerts/rows?ids=\(id),\(unknown),x", part)
            #expect(rows.status == 200 && rows.headers[.cacheControl] == "no-store")
            #expect(
                rows.text.contains("id=\"alert-\(id)\"") && !rows.text.contains(unknown) && !rows.text.contains("<h1>"))
            #expect(rows.text.contains("<span data-live=\"count\" data-count=\"1\">1</span>"))
            #expect(rows.text.contains("<p role=\"status\">1 new alert. 1 alert is no longer open. Open now: 1.</p>"))
            var patient = Browser(scene)
            _ = try await patient.signIn(as: try await scene.patient())
            #expect(try await patient.open("/alerts/rows?ids=\(id)", part).status == 403)
            #expect(try await patient.open("/live", ["Accept": "text/event-stream"]).status == 403)
        }
    }

    @Test func `shows a corrected alert once, and never its older version`() async throws {
        try await Scene.run { scene in
            var (browser, _) = try await scene.clinician()
            let result = try await scene.report("820", kit: Self.kit, reference: "N-1")
            let first = try await scene.openAlert()
            let token = try Browser.token(in: try await browser.open("/alerts/\(first)"))
            let fields = Scene.readBack.merging(["token": token]) { $1 }
            #expect(try await browser.send("/alerts/\(first)/acknowledge", fields).status == 303)
            let corrected = try await scene.post(
                "/api/v1/results/\(result)/corrections", as: .laboratory,
                json: #"{"reason": "Two samples were mixed up", "level": {"value": 910, "unit": "mg/dL"}}"#)
            #expect(corrected.status == 201 || corrected.status == 200)
            let list = try await browser.open("/alerts").text
            #expect(list.matches(of: #/<li class="critical"/#).count == 1 && list.contains("910 <span"))
            #expect(list.contains(">Corrected</span>") && !list.contains("alert-\(first)"))
            let page = try await browser.open("/alerts/\(try await scene.openAlert())").text
            #expect(page.contains("820 mg/dL") && page.contains("Two samples were mixed up"))
        }
    }
}

extension KitCode {
    /// Codes of one day, with their check characters.
    static func numbered(_ number: Int) -> String {
        let body = "FU-KIT-20251108\(number < 10 ? "0" : "")\(number)"
        return "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".map { "\(body)-\($0)" }
            .first { (try? KitCode(typed: $0)) != nil } ?? body
    }
}
