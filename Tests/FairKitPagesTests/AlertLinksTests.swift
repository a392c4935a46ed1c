import FairKitCore
import FairKitService
import HTTPSupport
import HTTPTypes
import Support
import Testing

extension Ward {
    /// The open alert of a critical result.
    fileprivate func alert() async throws -> String {
        let list = try await scene.get("/api/v1/alerts", as: .clinician)
        return try #require(try list.json["items"]?.list?.first?["id"]?.text)
    }
}

@Suite struct `An alert and its patient's record` {
    @Test func `are a press apart for who may open the record, with the line in view`() async throws {
        try await Ward.run { ward in
            let id = try await ward.person()
            _ = try await ward.result(of: id, "820")
            let alert = try await ward.alert()
            for path in ["/alerts", "/home"] {
                let list = try await ward.browser.open(path).text
                #expect(
                    list.contains(
                        "<a href=\"/people/\(id)\">Patient&#39;s record<span class=\"hide\">, Ada Otieno</span></a>"),
                    "\(path)")
            }
            let page = try await ward.browser.open("/alerts/\(alert)").text
            #expect(
                page.contains(
                    "<p class=\"person\"><b><a href=\"/people/\(id)\" target=\"_blank\" rel=\"noopener\">Ada Otieno</a>"
                ))
            #expect(!page.contains("emergency"))
            #expect(try await ward.browser.open("/people/\(id)").text.contains("href=\"/alerts/\(alert)\""))
        }
    }

    @Test func `are not linked for who may not read the name`() async throws {
        try await Ward.run { ward in
            let id = try await ward.person(inCare: false)
            _ = try await ward.result(of: id, "820")
            for path in ["/alerts", "/home", "/alerts/\(try await ward.alert())"] {
                let page = try await ward.browser.open(path)
                #expect(
                    page.status == 200 && page.text.contains("Name not shown") && !page.text.contains(id), "\(path)")
            }
        }
    }

    @Test func `say that the record is open in an emergency, and until when`() async throws {
        try await Ward.run { ward in
            let id = try await ward.person(inCare: false)
            let result = try await ward.result(of: id, "820")
            let alert = try await ward.alert()
            _ = try await ward.send(
                "/people/\(id)/emergency", from: "/people/\(id)", ["reason": "Unconscious in the ward"])
            for path in ["/alerts/\(alert)", "/results/\(result)", "/people/\(id)"] {
                let page = try await ward.browser.open(path).text
                #expect(page.contains("You opened this record in an emergency"), "\(path)")
                #expect(page.contains("It closes on <b><time datetime=\"2026-11-21T13:0"), "\(path)")
                #expect(page.contains("action=\"/people/\(id)/emergency/end\"") && page.contains("Ada Otieno"))
            }
            ward.scene.house.time.advance(by: .seconds(3601))
            let after = try await ward.browser.open("/alerts/\(alert)").text
            #expect(!after.contains("You opened this record") && !after.contains("Otieno") && !after.contains(id))
        }
    }
}

@Suite struct `A list of alerts or results` {
    @Test func `changes rows, number and address together with its filter`() async throws {
        try await Scene.run { scene in
            var (browser, _) = try await scene.clinician()
            let first = try await scene.raiseThree(in: &browser)
            for (state, count) in [("open", 2), ("acknowledged", 1), ("resolved", 0), ("all", 3)] {
                let page = try await browser.open("/alerts?state=\(state)").text
                #expect(page.matches(of: #/<li class="\w+" id="alert-/#).count == count, "\(state)")
                #expect(page.contains("href=\"/alerts?state=\(state)\" aria-current=\"page\">"), "\(state)")
                #expect(
                    (page.contains("id=\"alert-\(first)\"")) == (state != "open" && state != "resolved"), "\(state)")
                let shown = page.firstMatch(of: #/<p id="shown">(.+?)<\/p>/#).map { String($0.1) } ?? "0"
                #expect(shown.contains("\(count)"), "\(state): \(shown)")
                // A whole page at once: no script could change one of them alone.
                #expect(!page.contains("data-into"))
            }
        }
    }

    @Test func `says of a partial result that the laboratory may still add to it`() async throws {
        try await Ward.run { ward in
            let id = try await ward.person()
            let result = try await ward.result(of: id, "142", more: #", "status": "preliminary""#)
            for path in ["/people/\(id)", "/results", "/results/\(result)"] {
                #expect(
                    try await ward.browser.open(path).text.contains("Partial: the laboratory may still add"), "\(path)")
            }
        }
    }

    @Test func `has each flag as a word, a sign and a shape of its own`() async throws {
        try await Ward.run { ward in
            let id = try await ward.person()
            for (number, level) in ["40", "80", "150", "230", "820"].enumerated() {
                _ = try await ward.result(
                    of: id, level, kit: KitCode.numbered(number + 1), reference: "N-\(number)",
                    day: "2026-11-\(20 + number)")
                ward.scene.house.time.advance(by: .seconds(86_400))
            }
            let page = try await ward.browser.open("/people/\(id)").text
            let list = try await ward.browser.open("/results").text
            for text in [page, list] {
                let flags = text.matches(
                    of: #/<span class="flag \w+"><span aria-hidden="true">([▼▲●]+)<\/span> ([^<]+)<\/span>/#)
                let known = Set(flags.map { "\($0.1) \($0.2)" })
                #expect(
                    known.count == 5 && Set(flags.map(\.1)).count == 5 && Set(flags.map(\.2)).count == 5, "\(known)")
            }
            let shapes = page.matches(of: #/<svg class="point [^>]*><path d="([^"]+)"/#)
            #expect(Set(shapes.map(\.1)).count == 5, "told apart without colour")
        }
    }

    @Test func `has no sign of a limit once a level without one has replaced it`() async throws {
        try await Ward.run { ward in
            let id = try await ward.person()
            _ = try await ward.result(of: id, "22", kit: "FU-KIT-2025110702-V", reference: "N-0")
            ward.scene.house.time.advance(by: .seconds(86_400))
            let result = try await ward.result(of: id, #"20, "comparator": "<""#, day: "2026-11-21")
            #expect(try await ward.browser.open("/people/\(id)").text.contains("class=\"point critical open\""))
            let corrected = try await ward.scene.post(
                "/api/v1/results/\(result)/corrections", as: .laboratory,
                json: #"{"reason": "Diluted and measured again", "level": {"value": 25, "unit": "mg/dL"}}"#)
            #expect(corrected.status == 201)
            for path in ["/people/\(id)", "/results"] {
                // What happened before stands further down, as it was.
                let page = try await ward.browser.open(path).text.split(separator: "<h2>What happened</h2>")[0]
                #expect(page.contains("25 mg/dL"), "\(path)")
                for sign in ["&lt;", "less than", "point critical open"] {
                    #expect(!page.contains(sign), "\(path) \(sign)")
                }
            }
        }
    }

    @Test func `reads a decimal comma, and asks where it could be two numbers`() async throws {
        try await Ward.run { ward in
            let spanish = try await ward.scene.send(
                .patch, "/api/v1/auth/me", as: ward.clinician, json: #"{"language": "es"}"#)
            #expect(spanish.status == 200)
            let result = try await ward.result(of: try await ward.person(), "1.5")
            let path = "/results/\(result)"
            let fields = ["unit": "mg/dL", "reason": "Por teléfono"]
            let asks = try await ward.send("\(path)/verify", from: path, fields.merging(["value": "1,234"]) { $1 })
            #expect(asks.status == 422 && asks.text.contains("value=\"1,234\"") && asks.text.contains("dos números"))
            let read = try await ward.send("\(path)/verify", from: path, fields.merging(["value": "1,5"]) { $1 })
            #expect(read.headers[.location] == "\(path)?done=verified")
        }
    }

    @Test func `shows no acknowledgement as done of which a later step is still sent`() async throws {
        try await Ward.run { ward in
            _ = try await ward.result(of: try await ward.person(), "820")
            let (alert, scene) = (try await ward.alert(), ward.scene)
            let (other, _) = try await scene.clinician("moses@example.org")
            _ = try await scene.house.tenancy.escalation.fire()
            // One of the responders who was not the first to be told.
            var browser = other
            let token = try Browser.token(in: try await browser.open("/alerts/\(alert)"))
            let done = try await browser.send(
                "/alerts/\(alert)/acknowledge", Scene.readBack.merging(["token": token]) { $1 })
            #expect(done.status == 303)
            let before = try await ward.browser.open("/alerts/\(alert)").text
            #expect(
                before.contains("Acknowledged by moses@example.org")
                    && before.contains("Will not be sent: the alert has ended.")
                    && !before.contains("Not sent: the alert had ended."), "its time is to come")
            scene.house.time.advance(by: .seconds(86_400))
            _ = try await scene.house.tenancy.escalation.fire()
            let after = try await ward.browser.open("/alerts/\(alert)").text
            #expect(after.contains("Not sent: the alert had ended."))
            #expect(before.ranges(of: "<li class=\"done\">").count == after.ranges(of: "<li class=\"done\">").count)
        }
    }
}
