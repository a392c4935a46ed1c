import FairKitCore
import FairKitService
import HTTPSupport
import HTTPTypes
import Support
import Testing

@Suite struct `Kits of a laboratory` {
    private static let code = "FU-KIT-2025110701-X"

    /// A laboratory at its browser.
    private func run(
        _ name: String = "Nairobi", _ body: @Sendable @escaping (Scene, inout Browser) async throws -> Void
    ) async throws {
        try await Scene.run { scene in
            var browser = Browser(scene)
            let more = ", \"laboratory\": \"\(name)\""
            _ = try await browser.signIn(as: try await scene.staff("laboratory", "lab@example.org", more: more))
            try await body(scene, &browser)
        }
    }

    /// Scans a code as the page without script does; the answer is the page that follows.
    private func scan(_ text: String, _ browser: inout Browser, at place: String = "/kits/arrivals") async throws
        -> (page: Scene.Reply, at: String)
    {
        let page = try await browser.open(place)
        let list = page.text.firstMatch(of: #/name="list" value="([^"]*)"/#).map { String($0.1) } ?? ""
        let fields = ["token": try Browser.token(in: page), "code": text, "list": list]
        let reply = try await browser.send("/kits/arrivals", fields)
        guard reply.status == 303, let next = reply.headers[.location] else { return (reply, place) }
        return (try await browser.open(next), next)
    }

    private func kit(_ scene: Scene, _ code: String = code) async throws -> Scene.Reply {
        try await scene.post("/api/v1/test-kits/search", as: .administrator, json: #"{"kitCode": "\#(code)"}"#)
    }

    @Test func `arrive by a scan, and a second scan changes nothing`() async throws {
        try await run { scene, browser in
            try await scene.register(Self.code, by: try await scene.patient())
            let first = try await scan("]C0\(Self.code)\r", &browser)
            let time = scene.house.time.now
            #expect(first.page.status == 200 && first.page.text.contains("This delivery: 1 sample arrived"))
            let stored = try await kit(scene)
            #expect(try stored.json["status"]?.text == "received")
            scene.house.time.advance(by: .seconds(600))
            let second = try await scan(Self.code.lowercased(), &browser, at: first.at)
            #expect(second.page.text.contains("Already arrived at"), "\(second.page.text)")
            #expect(second.page.text.contains("switch caps lock off"))
            let clock = LocalDateTime(time, offset: 0)
            #expect(second.page.text.contains("Already arrived at \(Language.english.clock(clock))"))
            #expect(second.page.text.contains("This delivery: 1 sample arrived"))
            #expect(try await kit(scene).text == stored.text, "nothing was changed")
        }
    }

    @Test func `arrive unregistered, and it is said`() async throws {
        try await run { _, browser in
            let page = try await scan("FUßKITß2025110701ßX", &browser).page
            #expect(page.text.contains("No person has registered this kit yet"))
            #expect(page.text.contains("keyboard layout is not this computer"))
        }
    }

    @Test func `are as they were after the last scan is undone`() async throws {
        try await run { scene, browser in
            try await scene.register(Self.code, by: try await scene.patient())
            let before = try await kit(scene).text
            let scanned = try await scan(Self.code, &browser)
            let list = try Browser.hidden("list", in: scanned.page)
            let fields = ["token": try Browser.token(in: scanned.page), "list": list]
            let undone = try await browser.send("/kits/arrivals/undo", fields)
            let page = try await browser.open(try #require(undone.headers[.location]))
            #expect(page.text.contains("The kit is as it was before the scan"))
            #expect(!page.text.contains("Undo this scan"), "it is undone once")
            #expect(try await kit(scene).text == before)
            #expect(try await scan(Self.code, &browser).page.text.contains("This delivery: 1 sample arrived"))
            // An hour later it can't be undone.
            let again = try await scan("FU-KIT-2025111099-J", &browser)
            scene.house.time.advance(by: .seconds(3600))
            let late = try await browser.send(
                "/kits/arrivals/undo",
                ["token": fields["token"] ?? "", "list": try Browser.hidden("list", in: again.page)])
            #expect(late.status == 422 && late.text.contains("be undone any more"))
        }
    }

    @Test func `that are none are refused in words, and never called unknown`() async throws {
        try await run { _, browser in
            for (text, words) in [
                ("JD014600003", "is no kit"), ("FU¿KIT¿2025110701¿X", "keyboard layout is wrong"),
                ("", "There was no code"),
                ("<b>x", "“&lt;b&gt;x” is no kit"),
            ] {
                let page = try await scan(text, &browser).page
                #expect(page.status == 422 && page.text.contains(words), "\(text)")
                #expect(page.text.contains("<title>Error: ") && !page.text.lowercased().contains("unknown"))
            }
        }
    }

    @Test func `that were refused stay in the list and are counted`() async throws {
        try await run { _, browser in
            let first = try await scan(KitCode.numbered(1), &browser)
            let refused = try await scan("JD0146 00003", &browser, at: first.at).page
            #expect(refused.status == 422)
            let place = "/kits/arrivals?list=\(try Browser.hidden("list", in: refused))"
            var last = try await scan(KitCode.numbered(2), &browser, at: place)
            #expect(last.page.text.contains("This delivery: 2 samples arrived, 1 not recorded"), "\(last.page.text)")
            let line = "JD014600003</b>"
            #expect(last.page.text.contains(line) && last.page.text.contains("✕</span> Not recorded"))
            for number in 3...13 { last = try await scan(KitCode.numbered(number), &browser, at: last.at) }
            #expect(last.page.text.contains("13 samples arrived, 1 not recorded"))
            #expect(last.page.text.contains(line), "arrivals leave the list before it")
            #expect(last.page.text.contains("2 earlier scans are counted, but not listed."))
        }
    }

    @Test func `of another laboratory are not there for it`() async throws {
        try await run("Mombasa") { scene, browser in
            let keys = scene.house.tenancy.keys
            _ = try await keys.create(name: "n", for: .laboratory("Nairobi"), by: .command)
            let issued = try await scene.post(
                "/api/v1/test-kits", as: .administrator,
                json: #"{"codes": ["\#(Self.code)"], "status": "shipped", "laboratory": "Nairobi"}"#)
            #expect(issued.status == 200)
            let id = try #require(try await kit(scene).json["id"]?.text)
            #expect(!(try await browser.open("/kits").text.contains(Self.code)))
            for path in ["/kits/\(id)", "/kits/labels?kits=\(id)"] {
                #expect(try await browser.open(path).status == 404, "\(path)")
            }
            let found = try await browser.fill("/kits", ["code": Self.code], to: "/kits/find")
            #expect(found.status == 422 && found.text.contains("You have no kit"))
            let scanned = try await scan(Self.code, &browser).page
            #expect(scanned.status == 422 && scanned.text.contains("another laboratory"))
            let moved = try await browser.fill(
                "/kits", ["status": "rejected", "reason": "x"], to: "/kits/\(id)/status")
            #expect(moved.status == 404)
            #expect(try await kit(scene).json["status"]?.text == "shipped")
        }
    }

    @Test func `are listed by stage, each as often as its filter says, and each keeps its button`() async throws {
        try await run { scene, browser in
            let person = try await scene.patient()
            for number in 1...4 { try await scene.register(KitCode.numbered(number), by: person) }
            for number in 1...2 { _ = try await scan(KitCode.numbered(number), &browser) }
            scene.house.time.advance(by: .seconds(60))
            let list = try await browser.open("/kits?stage=expected")
            let row = try #require(list.text.firstMatch(of: #/action="(\/kits\/[^\/]+\/status)"/#))
            let done = try await browser.fill(
                "/kits?stage=expected", ["status": "received", "stage": "expected"], to: String(row.1))
            #expect(done.headers[.location] == "/kits?stage=expected&done=kitArrivedDone")
            for (stage, count) in [
                ("", 4), ("?stage=expected", 1), ("?stage=arrived", 3), ("?stage=overdue", 0), ("?stage=rejected", 0),
            ] {
                let page = try await browser.open("/kits\(stage)")
                let shown = page.text.matches(of: #/<th scope="row">/#).count
                let said = try #require(page.text.firstMatch(of: #/aria-current="page">[^<]+<b>(\d+)</#))
                #expect(shown == count && said.1 == "\(count)", "\(stage)")
                #expect(
                    page.text.matches(of: #/value="received"/#).count
                        == (stage == "" || stage.contains("expected") ? 1 : 0))
            }
            // A month later, in a new session.
            scene.house.time.advance(by: .seconds(30 * 86_400))
            let more = ", \"laboratory\": \"Nairobi\""
            _ = try await browser.signIn(as: try await scene.staff("laboratory", "late@example.org", more: more))
            let late = try await browser.open("/kits?stage=overdue").text
            #expect(late.contains("Overdue <b>1</b>") && late.contains("Sample overdue"))
        }
    }

    @Test func `are found by code from a later page, and by what a scanner makes of it`() async throws {
        try await run { scene, browser in
            for number in 1...3 { try await scene.issue(KitCode.numbered(number)) }
            let typed = KitCode.numbered(2).replacing("-", with: "'")
            let found = try await browser.fill("/kits", ["code": typed], to: "/kits/find")
            let place = try #require(found.headers[.location])
            #expect(found.status == 303)
            #expect(try await browser.open(place).text.contains(KitCode.numbered(2)))
            let none = try await browser.fill("/kits", ["code": Self.code], to: "/kits/find")
            #expect(none.status == 422 && none.text.contains("You have no kit \(Self.code)"))
            #expect(none.text.contains(KitCode.numbered(3)), "the first page stands below")
        }
    }

    @Test func `are rejected with a reason, which the form asks for`() async throws {
        try await run { scene, browser in
            _ = try await scan(Self.code, &browser)
            let id = try #require(try await kit(scene).json["id"]?.text)
            let asked = try await browser.fill("/kits/\(id)", ["status": "rejected"], to: "/kits/\(id)/status")
            #expect(asked.status == 422 && asked.text.contains("href=\"#reason\""))
            let done = try await browser.fill(
                "/kits/\(id)", ["status": "rejected", "reason": "The tube <broke>"], to: "/kits/\(id)/status")
            #expect(done.status == 303)
            let page = try await browser.open("/kits/\(id)")
            #expect(page.text.contains("The tube &lt;broke&gt;") && !page.text.contains("/status\""), "nothing follows")
            #expect(try await browser.open("/kits?stage=rejected").text.contains(Self.code))
        }
    }

    @Test func `that were rejected say so at a scan, and are taken back by who rejected them`() async throws {
        try await run { scene, browser in
            let patient = try await scene.patient()
            try await scene.register(Self.code, by: patient)
            _ = try await scan(Self.code, &browser)
            scene.house.time.advance(by: .seconds(60))
            let id = try #require(try await kit(scene).json["id"]?.text)
            let before = try await kit(scene).text
            let rejection = ["status": "rejected", "reason": "The tube <broke>."]
            #expect(try await browser.fill("/kits/\(id)", rejection, to: "/kits/\(id)/status").status == 303)
            let scanned = try await scan(Self.code, &browser).page
            #expect(scanned.status == 422 && scanned.text.contains("was rejected"), "\(scanned.text)")
            #expect(scanned.text.contains("“The tube &lt;broke&gt;”") && scanned.text.contains("href=\"/kits/\(id)\""))
            #expect(try await browser.open("/kits/\(id)").text.contains("Take the rejection back"))
            let take = ["do": "rejected"]
            let back = try await browser.fill("/kits/\(id)", take, to: "/kits/\(id)/take-back")
            #expect(back.headers[.location] == "/kits/\(id)?done=kitTakenBack", "\(back.text)")
            #expect(try await kit(scene).text == before, "the kit is as it was, and stays with its laboratory")
            let twice = try await browser.fill("/kits/\(id)", take, to: "/kits/\(id)/take-back")
            #expect(twice.status == 422, "a second press does not take the arrival back, too")
            #expect(try await kit(scene).text == before)
            let notices = try await scene.send(.get, "/api/v1/notices", as: patient).text
            #expect(notices.matches(of: #/"kit-arrived"/#).count == 2 && notices.contains("sample-rejected"))
            #expect(try await browser.fill("/kits/\(id)", rejection, to: "/kits/\(id)/status").status == 303)
            let token = try Browser.token(in: try await browser.open("/kits/\(id)"))
            scene.house.time.advance(by: .seconds(3600))
            let late = try await browser.send("/kits/\(id)/take-back", ["token": token].merging(take) { $1 })
            #expect(late.status == 422 && late.text.contains("be taken back any more"))
            #expect(!late.text.contains("Take the rejection back"))
        }
    }

    @Test func `say in each list that their result is held, or was withdrawn`() async throws {
        try await run { scene, browser in
            let patient = try await scene.patient()
            try await scene.register(Self.code, by: patient)
            // The number looks like one of another unit.
            let made = try await scene.post(
                "/api/v1/results", as: .laboratory,
                json: """
                    {"reference": "N-1", "kitCode": "\(Self.code)", "testDate": "\(scene.house.time.now.date())",
                     "level": {"value": 1.5, "unit": "mg/dL"}}
                    """)
            let id = try #require(try made.json["id"]?.text)
            let kit = try #require(try await kit(scene).json["id"]?.text)
            for path in ["/kits", "/kits/\(kit)"] {
                #expect(try await browser.open(path).text.contains("– result held"), "\(path)")
            }
            let released = try await scene.post(
                "/api/v1/results/\(id)/release", as: .laboratory,
                json: #"{"reason": "Measured twice", "value": 1.5, "unit": "mg/dL"}"#)
            #expect(released.status == 200, "\(released.text)")
            #expect(try await browser.open("/kits").text.contains("<td>Result reported"))
            let withdrawn = try await scene.post(
                "/api/v1/results/\(id)/corrections", as: .laboratory,
                json: #"{"status": "entered-in-error", "reason": "Mixed up"}"#)
            #expect([200, 201].contains(withdrawn.status), "\(withdrawn.text)")
            for path in ["/kits", "/kits/\(kit)"] {
                let page = try await browser.open(path)
                #expect(page.text.contains("Result withdrawn") && !page.text.contains("<td>Result reported"), "\(path)")
            }
        }
    }

    @Test func `have notes among staff, which no laboratory reads`() async throws {
        try await Scene.run { scene in
            let patient = try await scene.patient()
            try await scene.register(Self.code, by: patient)
            var (browser, _) = try await scene.clinician(caringFor: patient)
            let id = try #require(try await kit(scene).json["id"]?.text)
            let (path, notes) = ("/kits/\(id)", "/kits/\(id)/notes")
            let empty = try await browser.fill(path, ["note": " "], to: notes)
            #expect(empty.status == 422 && empty.text.contains("<title>Error: "))
            let saved = try await browser.fill(path, ["note": "Box was <wet>\r\non arrival"], to: notes)
            #expect(saved.headers[.location] == "\(path)?done=noteSaved")
            #expect(try await browser.open(path).text.contains("Box was &lt;wet&gt; on arrival"))
            var laboratory = Browser(scene)
            let more = ", \"laboratory\": \"Nairobi\""
            _ = try await laboratory.signIn(as: try await scene.staff("laboratory", "lab@example.org", more: more))
            #expect(try await laboratory.fill("/kits", ["note": "x"], to: notes).status == 403)
        }
    }
}

@Suite struct `Kits that an administrator issues` {
    private func run(_ body: @Sendable @escaping (Scene, inout Browser) async throws -> Void) async throws {
        try await Scene.run { scene in
            var browser = Browser(scene)
            _ = try await scene.house.tenancy.keys.create(name: "n", for: .laboratory("Nairobi"), by: .command)
            _ = try await browser.signIn(as: try await scene.staff("administrator", "admin@example.org"))
            try await body(scene, &browser)
        }
    }

    @Test func `have their secrets once, apart from their labels`() async throws {
        try await run { scene, browser in
            let form = try await browser.open("/kits/issue")
            #expect(form.text.contains(">Nairobi</option>"))
            var fields = ["count": "3", "laboratory": "Nairobi", "secrets": "yes", "useBy": "2031-01-31"]
            for name in ["token", "key"] { fields[name] = try Browser.hidden(name, in: form) }
            let made = try await browser.send("/kits/issue", fields)
            let secrets = made.text.matches(of: #/<td><b class="code">([^<]+)<\/b>/#).map { String($0.1) }
            #expect(made.status == 200 && secrets.count == 3, "\(made.text)")
            let again = try await browser.send("/kits/issue", fields)
            #expect(again.text.contains("This form was sent before"))
            #expect(!secrets.contains { again.text.contains($0) }, "secrets are shown once")
            #expect(try await scene.get("/api/v1/test-kits", as: .administrator).json["items"]?.list?.count == 3)
            let link = try #require(made.text.firstMatch(of: #/href="(\/kits\/labels[^"]+)"/#))
            let labels = try await browser.open(String(link.1).replacing("&amp;", with: "&"))
            #expect(labels.text.matches(of: #/<svg viewBox="0 0 231 1"/#).count == 3)
            #expect(labels.text.contains("2031-01-31") && labels.text.contains("a second scan of it says"))
            #expect(!secrets.contains { labels.text.contains($0) }, "no label has a secret")
            let twice = try await browser.open(String(link.1).replacing("&amp;", with: "&"))
            #expect(ReadPage(twice.text).texts.count == ReadPage(labels.text).texts.count, "the same labels")
        }
    }

    @Test func `are asked for what is missing`() async throws {
        try await run { _, browser in
            for (fields, words) in [
                (["count": "101"], "whole number from 1 to 100"), (["count": "2", "useBy": "soon"], "Type the day"),
                (["count": "2", "useBy": "2001-01-01"], "This day is over"),
                (["count": "2", "laboratory": "Nowhere"], "Choose a laboratory"),
            ] {
                let page = try await browser.fill("/kits/issue", fields)
                #expect(page.status == 422 && page.text.contains(words), "\(fields)")
                #expect(page.text.contains("value=\"\(fields["count"] ?? "")\""), "what was typed is kept")
            }
        }
    }

    @Test func `are assigned to a laboratory, and to none`() async throws {
        try await run { scene, browser in
            try await scene.issue("FU-KIT-2025110701-X")
            let kits = try await scene.get("/api/v1/test-kits", as: .administrator).json["items"]?.list
            let id = try #require(kits?.first?["id"]?.text)
            for (name, stored) in [("Nairobi", "Nairobi"), ("-", nil)] {
                let done = try await browser.fill("/kits/\(id)", ["laboratory": name], to: "/kits/\(id)/laboratory")
                #expect(done.status == 303)
                let kit = try await scene.get("/api/v1/test-kits/\(id)", as: .administrator)
                #expect(try kit.json["laboratory"]?.text == stored)
            }
        }
    }

    @Test func `are shown with how many there are in all`() async throws {
        try await Scene.run { scene in
            let codes = (1...52).map { "\"\(KitCode.numbered($0))\"" }.joined(separator: ", ")
            let made = try await scene.post(
                "/api/v1/test-kits", as: .administrator, json: "{\"codes\": [\(codes)], \"status\": \"shipped\"}")
            #expect(made.status == 200, "\(made.text)")
            try await scene.manager { browser, _ in
                let list = try await browser.open("/kits").text
                #expect(list.contains("<caption>50 of 52 kits, the newest first</caption>"), "\(list)")
            }
        }
    }
}
