import FairKitCore
import FairKitService
import HTTPSupport
import HTTPTypes
import Testing

@Suite struct `A patient with results` {
    private static let code = "FU-KIT-2025110701-X"

    private func patient(_ body: @Sendable @escaping (Scene, inout Browser) async throws -> Void) async throws {
        try await Scene.run { scene in
            let person = try await scene.patient()
            try await scene.register(Self.code, by: person)
            var browser = Browser(scene)
            _ = try await browser.signIn(as: person)
            try await body(scene, &browser)
        }
    }

    /// A laboratory reports a result of the patient's kit.
    private func report(
        _ scene: Scene, _ reference: String = "N-1", day: String = "2026-11-20", level: String, more: String = ""
    ) async throws -> String {
        let reply = try await scene.post(
            "/api/v1/results", as: .laboratory,
            json: """
                {"reference": "\(reference)", "kitCode": "\(Self.code)", "testDate": "\(day)", "level": \(level)\(more)}
                """)
        #expect([201, 202].contains(reply.status), "\(reply.text)")
        return try reply.json["id"]?.text ?? ""
    }

    @Test func `is greeted by name, and led to the next step`() async throws {
        try await patient { scene, browser in
            let home = try await browser.open("/home").text
            #expect(home.contains("Hello, Ada") && home.contains("Post your sample by"))
            #expect(home.contains(">See this kit</a>"))
            _ = try await report(scene, level: #"{"value": 142, "unit": "mg/dL"}"#)
            #expect(try await browser.open("/home").text.contains("Read your latest result"))
        }
    }

    @Test func `reads a new result once as new`() async throws {
        try await patient { scene, browser in
            let id = try await report(scene, level: #"{"value": 57.5, "unit": "mg/dL"}"#)
            #expect(try await browser.open("/results").text.contains(">New</b>"))
            #expect(try await browser.open("/results/\(id)").text.contains("57.5 <span class=\"unit\">"), "as reported")
            let list = try await browser.open("/results").text
            #expect(!list.contains(">New</b>") && list.contains("57.5 mg/dL"))
            #expect(!(try await browser.open("/home").text.contains("Read your latest result")))
        }
    }

    @Test func `sees the same flag in list, page and trend, and a limit in words`() async throws {
        try await patient { scene, browser in
            let id = try await report(scene, level: #"{"value": 20, "unit": "mg/dL", "comparator": "<"}"#)
            for path in ["/results", "/results/\(id)", "/results/trend", "/home"] {
                let page = try await browser.open(path).text
                #expect(page.contains("▼▼</span> Severely low"), "\(path)")
            }
            let trend = try await browser.open("/results/trend").text
            #expect(trend.contains("less than 20 mg/dL") && trend.contains("class=\"point critical open\""))
            #expect(trend.contains("role=\"img\"><title>Your levels in mg/dL</title><desc>From 20 November 2026"))
            #expect(!trend.contains("style="))
        }
    }

    @Test func `learns that a result is held, and not its value`() async throws {
        try await patient { scene, browser in
            let id = try await report(scene, level: #"{"value": 1.42, "unit": "mg/dL"}"#)
            let held = try await scene.get("/api/v1/results/\(id)", as: .laboratory)
            #expect(held.text.contains("unit-suspect"), "\(held.text)")
            for path in ["/home", "/results", "/results/\(id)", "/results/trend"] {
                let page = try await browser.open(path)
                #expect(page.status == 200 && !page.text.contains("1.42"), "\(path)")
                if path != "/results/trend" { #expect(page.text.contains("A result is being checked"), "\(path)") }
            }
            var other = Browser(scene)
            _ = try await other.signIn(as: try await scene.patient("ben@example.org"))
            #expect(try await other.open("/results/\(id)").status == 404)
        }
    }

    @Test func `finds the reason of a correction beside both versions`() async throws {
        try await patient { scene, browser in
            let id = try await report(scene, level: #"{"value": 142, "unit": "mg/dL"}"#)
            let corrected = try await scene.post(
                "/api/v1/results/\(id)/corrections", as: .laboratory,
                json: #"{"reason": "Two samples were mixed up", "level": {"value": 95, "unit": "mg/dL"}}"#)
            #expect(corrected.status == 201 || corrected.status == 200, "\(corrected.text)")
            let page = try await browser.open("/results/\(id)").text
            #expect(page.contains("Reason: Two samples were mixed up"))
            #expect(page.contains("Replaced because: Two samples were mixed up"))
            #expect(page.contains("142 mg/dL") && page.contains("95 mg/dL"))
        }
    }

    @Test func `acts on no value of a withdrawn result`() async throws {
        try await patient { scene, browser in
            let id = try await report(scene, level: #"{"value": 142, "unit": "mg/dL"}"#)
            let withdrawn = try await scene.post(
                "/api/v1/results/\(id)/corrections", as: .laboratory,
                json: #"{"reason": "Wrong person", "status": "entered-in-error"}"#)
            #expect(withdrawn.status == 201 || withdrawn.status == 200, "\(withdrawn.text)")
            let page = try await browser.open("/results/\(id)").text
            #expect(page.contains("This result was withdrawn. Do not act on its values."))
            #expect(!page.contains("class=\"value\""))
            for path in ["/home", "/results", "/results/trend"] {
                #expect(!(try await browser.open(path).shows("142")), "\(path)")
            }
        }
    }

    @Test func `reads what was really done about a critical result`() async throws {
        try await patient { scene, browser in
            let id = try await report(scene, level: #"{"value": 820, "unit": "mg/dL"}"#)
            let page = try await browser.open("/results/\(id)").text
            #expect(page.contains("Call your doctor or your clinic today"))
            #expect(page.contains("On your clinic&#39;s list of urgent results since"))
            #expect(page.contains("No doctor or nurse has confirmed it there yet."))
        }
    }

    @Test func `takes a report along under a safe name`() async throws {
        try await patient { scene, browser in
            let id = try await report(scene, level: #"{"value": 142, "unit": "mg/dL"}"#)
            let pdf = try await browser.open("/results/\(id)/report.pdf")
            #expect(pdf.status == 200 && pdf.headers[.contentType] == "application/pdf")
            #expect(pdf.headers[.contentDisposition] == "inline; filename=\"fairkit-2026-11-20.pdf\"")
            #expect(pdf.headers[.cacheControl] == "no-store")
        }
    }

    @Test func `has a chart for each unit, which no line joins`() async throws {
        try await patient { scene, browser in
            _ = try await report(scene, level: #"{"value": 142, "unit": "mg/dL"}"#)
            let person = try await scene.signedIn("ada@example.org", try await scene.login("ada@example.org"))
            let kit = KitCode(number: 2_025_110_702)
            try await scene.register("\(try #require(kit))", by: person)
            let reply = try await scene.post(
                "/api/v1/results", as: .laboratory,
                json: """
                    {"reference": "N-2", "kitCode": "\(try #require(kit))", "testDate": "2026-11-21",
                     "level": {"value": 1.5, "unit": "g/L"}}
                    """)
            #expect(reply.status == 201, "\(reply.text)")
            let trend = try await browser.open("/results/trend").text
            #expect(trend.matches(of: #/<svg class="trend"/#).count == 2 && !trend.contains("class=\"line\""))
            #expect(trend.matches(of: #/class="band"/#).count == 2, "each has its own range")
        }
    }

    @Test func `shares by a link that is shown once, and ends it in one press`() async throws {
        try await patient { scene, browser in
            let empty = try await browser.open("/results/shares")
            let token = try Browser.token(in: empty)
            #expect(empty.text.contains("You share your results with no one."))
            let refused = try await browser.send("/results/shares", ["token": token, "days": "7", "pin": "12"])
            #expect(refused.status == 422 && refused.text.contains("Type a PIN of six to twelve digits."))
            #expect(!refused.text.contains("value=\"12\""), "never a PIN")
            let made = try await browser.send("/results/shares", ["token": token, "days": "7", "pin": "246810"])
            #expect(made.status == 200 && made.text.contains("The link is made."))
            let link = try #require(made.text.firstMatch(of: #/<p class="code" id="link">([^<]+)<\/p>/#))
            #expect(
                made.text.contains("Tell the PIN by telephone") && made.text.contains("<b class=\"code\">246810</b>"))
            #expect(made.text.contains("data-copy=\"link\"") && made.text.contains(">End now</button>"))
            let secret = String(link.1).split(separator: "#").last.map { String($0) } ?? ""
            let list = try await browser.open("/results/shares").text
            #expect(list.contains("Not opened") && !list.contains(secret) && !list.contains("246810"), "not again")
            let opened = try await scene.post("/api/v1/shared", #"{"link": "\#(secret)", "pin": "246810"}"#)
            #expect(opened.status == 200, "\(opened.text)")
            #expect(try await browser.open("/results/shares").text.contains("Opened on"))
            let form = try #require(list.firstMatch(of: #/action="(\/results\/shares\/[0-9a-f-]{36}\/end)"/#))
            let ended = try await browser.send(String(form.1), ["token": token])
            let place = try #require(ended.headers[.location])
            #expect(ended.status == 303)
            #expect(try await browser.open(place).text.contains("The share has ended."))
            #expect(try await scene.post("/api/v1/shared", #"{"link": "\#(secret)", "pin": "246810"}"#).status == 404)
        }
    }

    @Test func `finds no page of a patient's day as staff`() async throws {
        try await Scene.run { scene in
            var browser = Browser(scene)
            _ = try await browser.signIn(as: try await scene.staff("clinician", "cleo@example.org"))
            for path in ["/kits/new", "/results/trend", "/results/shares"] {
                #expect(try await browser.open(path).status == 403, "\(path)")
            }
            #expect(try await browser.open("/results").status == 200)
        }
    }
}
