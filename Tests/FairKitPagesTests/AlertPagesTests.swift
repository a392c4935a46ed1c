import FairKitCore
import FairKitService
import HTTPSupport
import HTTPTypes
import Support
import Testing

@Suite struct `A clinician at the pages` {
    private func clinician(
        of scene: Scene, _ body: (inout Browser, Person, String) async throws -> Void
    ) async throws {
        let person = try await scene.staff("clinician", "cleo@example.org")
        try await scene.raiseAlert()
        var browser = Browser(scene)
        _ = try await browser.signIn(as: person, next: "/alerts")
        let list = try await scene.send(.get, "/api/v1/alerts", as: person)
        try await body(&browser, person, try #require(try list.json["items"]?.list?.first?["id"]?.text))
    }

    private func readBack(_ token: String, value: String = "820") -> [String: String] {
        [
            "token": token, "value": value, "unit": "mg/dL", "kitCode": "fu-kit-2025110701-x", "reference": "N-1",
            "reached": "no-other-person",
        ]
    }

    @Test func `begins with the open alerts`() async throws {
        try await Scene.run { scene in
            try await clinician(of: scene) { browser, _, id in
                #expect(try await browser.open("/home").text.contains("href=\"/alerts\"><b>1</b>open alert</a>"))
                let list = try await browser.open("/alerts")
                #expect(list.status == 200 && list.text.contains("820 <span class=\"unit\">mg/dL</span>"))
                #expect(list.text.contains("href=\"/alerts/\(id)\"") && list.text.contains("Critically high"))
                #expect(list.text.contains("(UTC)"), "the zone is named")
            }
        }
    }

    @Test func `acknowledges by reading back, without a script`() async throws {
        try await Scene.run { scene in
            try await clinician(of: scene) { browser, person, id in
                let page = try await browser.open("/alerts/\(id)")
                #expect(page.status == 200 && page.text.contains("action=\"/alerts/\(id)/acknowledge\""))
                let token = try Browser.token(in: page)
                let done = try await browser.send("/alerts/\(id)/acknowledge", readBack(token))
                #expect(done.status == 303 && done.headers[.location] == "/alerts?done=acknowledged&alert=\(id)")
                let list = try await browser.open("/alerts?done=acknowledged&alert=\(id)")
                #expect(list.text.contains("The alert is acknowledged.") && !list.text.contains("id=\"alert-\(id)"))
                #expect(list.text.contains("No alert is open for you."))
                let alert = try await scene.send(.get, "/api/v1/alerts/\(id)", as: person)
                #expect(try alert.json["state"]?.text == "acknowledged")
                let again = try await browser.open("/alerts/\(id)")
                #expect(
                    again.status == 200 && !again.text.contains("/acknowledge\""), "no button that would be refused")
            }
        }
    }

    @Test func `reads which part differs, and finds what was typed`() async throws {
        try await Scene.run { scene in
            try await clinician(of: scene) { browser, person, id in
                let token = try Browser.token(in: try await browser.open("/alerts/\(id)"))
                let wrong = try await browser.send("/alerts/\(id)/acknowledge", readBack(token, value: "280"))
                #expect(wrong.status == 422 && wrong.text.contains("value=\"280\""))
                #expect(wrong.text.contains("differs from the record") && wrong.text.contains("<title>Error: "))
                #expect(!wrong.text.contains("value=\"820\""))
                let unclear = try await browser.send("/alerts/\(id)/acknowledge", readBack(token, value: "1,234"))
                #expect(unclear.status == 422 && unclear.text.contains("could be two numbers"))
                var few = readBack(token)
                few["reference"] = ""
                let missing = try await browser.send("/alerts/\(id)/acknowledge", few)
                #expect(missing.status == 422 && missing.text.contains("at least two facts"))
                let alert = try await scene.send(.get, "/api/v1/alerts/\(id)", as: person)
                #expect(try alert.json["state"]?.text == "open")
            }
        }
    }

    @Test func `can't be made to acknowledge by another site or another account's form`() async throws {
        try await Scene.run { scene in
            try await clinician(of: scene) { browser, person, id in
                let path = "/alerts/\(id)/acknowledge"
                let token = try Browser.token(in: try await browser.open("/alerts/\(id)"))
                #expect(try await browser.send(path, readBack(token), from: "cross-site").status == 403)
                #expect(try await browser.send(path, readBack("x")).status == 403)
                var patient = Browser(scene)
                _ = try await patient.signIn(as: try await scene.patient())
                let foreign = try Browser.token(in: try await patient.open("/home"))
                #expect(try await browser.send(path, readBack(foreign)).status == 403)
                #expect(try await patient.send(path, readBack(foreign)).status == 403)
                let alert = try await scene.send(.get, "/api/v1/alerts/\(id)", as: person)
                #expect(try alert.json["state"]?.text == "open")
                #expect(try await browser.send(path, readBack(token)).status == 303, "FairKit's own form works")
            }
        }
    }

    @Test func `hears who was first, and loses no note`() async throws {
        try await Scene.run { scene in
            try await clinician(of: scene) { browser, _, id in
                let token = try Browser.token(in: try await browser.open("/alerts/\(id)"))
                var (other, _) = try await scene.clinician("moses@example.org")
                let first = readBack(try Browser.token(in: try await other.open("/alerts/\(id)")))
                #expect(try await other.send("/alerts/\(id)/acknowledge", first).status == 303)
                let second = readBack(token).merging(["note": "I called <b>twice</b>"]) { $1 }
                let late = try await browser.send("/alerts/\(id)/acknowledge", second)
                #expect(late.status == 409 && late.text.contains("moses@example.org was first, on <time"))
                #expect(late.text.contains("What you sent was not stored.") && late.text.contains("&lt;b&gt;twice"))
                #expect(
                    !late.text.contains("/acknowledge\"") && late.text.contains("Acknowledged by moses@example.org"))
            }
        }
    }

    @Test func `records what came of an alert that was acknowledged`() async throws {
        try await Scene.run { scene in
            try await clinician(of: scene) { browser, person, id in
                let path = "/alerts/\(id)/resolve"
                let token = try Browser.token(in: try await browser.open("/alerts/\(id)"))
                let fields = ["token": token, "outcome": "patient-treated", "note": "Ward 4"]
                let early = try await browser.send(path, fields)
                #expect(early.status == 422 && early.text.contains("Read the alert back first"))
                #expect(try await browser.send("/alerts/\(id)/acknowledge", readBack(token)).status == 303)
                let page = try await browser.open("/alerts/\(id)").text
                #expect(page.contains("action=\"\(path)\"") && page.contains("Acknowledged by cleo@example.org"))
                let empty = try await browser.send(path, ["token": token, "note": "Ward 4"])
                #expect(empty.status == 422 && empty.text.contains(">Ward 4</textarea>"))
                #expect(empty.text.contains("<a href=\"#outcome\">Choose what came of it.</a>"))
                let done = try await browser.send(path, fields)
                #expect(done.headers[.location] == "/alerts?state=acknowledged&done=resolved&alert=\(id)")
                #expect(try await browser.send(path, fields).status == 409, "it has ended")
                let resolved = try await browser.open("/alerts/\(id)").text
                #expect(resolved.contains("The patient is treated") && resolved.contains("Ward 4"))
                #expect(!resolved.contains("action=\"\(path)\""), "no button that would be refused")
                #expect(try await browser.open("/alerts?state=resolved").text.contains("Resolved by"))
                let alert = try await scene.send(.get, "/api/v1/alerts/\(id)", as: person)
                #expect(try alert.json["state"]?.text == "resolved")
            }
        }
    }

    @Test func `sees each step with those who were told, and the next ones`() async throws {
        try await Scene.run { scene in
            try await clinician(of: scene) { browser, person, id in
                _ = try await scene.house.tenancy.teams.create(
                    "on-call", description: nil, timeZone: "Africa/Nairobi", by: scene.house.caller(.administrator))
                let account = try #require(AccountID(person.accountID))
                _ = try await scene.house.tenancy.teams.add(.account(account), to: "on-call", by: .command)
                scene.house.time.advance(by: .seconds(15 * 60))
                _ = try await scene.house.tenancy.escalation.fire()
                let page = try await browser.open("/alerts/\(id)").text
                #expect(page.contains("No one could be told (") && page.contains("cleo@example.org, e-mail ("))
                #expect(page.contains("aria-current=\"step\"") && page.contains("data-ago=\"next\">in "))
                #expect(
                    page.contains("(Africa/Nairobi)") && !page.contains("(UTC)"), "staff reads the times of its team")
            }
        }
    }
}
