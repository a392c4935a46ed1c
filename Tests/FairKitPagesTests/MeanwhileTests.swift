import FairKitCore
import HTTPSupport
import HTTPTypes
import Support
import Testing

/// What a laboratory does with a result while a page that shows it is open, or a link to it lies in a mail.
enum LaterChange: String, CaseIterable {
    case corrected = #"{"reason": "Two samples were mixed up", "level": {"value": 150, "unit": "mg/dL"}}"#
    case withdrawn = #"{"reason": "Wrong person", "status": "entered-in-error"}"#

    func make(to result: String, in scene: Scene) async throws {
        let reply = try await scene.post("/api/v1/results/\(result)/corrections", as: .laboratory, json: rawValue)
        #expect([200, 201].contains(reply.status), "\(reply.text)")
    }
}

@Suite struct `A page that was open while its result changed` {
    @Test(arguments: LaterChange.allCases)
    func `acknowledges no level that no longer holds, and keeps the note`(change: LaterChange) async throws {
        try await Ward.run { ward in
            let result = try await ward.result(of: try await ward.person(), "820")
            let alert = try await ward.scene.openAlert()
            let fields = Scene.readBack.merging(["note": "I called her"]) { $1 }
            let token = try Browser.token(in: try await ward.browser.open("/alerts/\(alert)"))
            try await change.make(to: result, in: ward.scene)
            let late = try await ward.browser.send(
                "/alerts/\(alert)/acknowledge", fields.merging(["token": token]) { $1 })
            #expect(late.status == 409 && late.text.contains("This alert has ended meanwhile"), "\(late.text)")
            #expect(late.text.contains("What you sent was not stored.") && late.text.contains("I called her"))
            #expect(!late.text.contains("/acknowledge\""), "no button that would be refused")
            let list = try await ward.browser.open("/alerts").text
            #expect(!list.contains("alert-\(alert)") && !list.contains("820 <span"))
        }
    }

    @Test(arguments: LaterChange.allCases)
    func `verifies no level that no longer holds`(change: LaterChange) async throws {
        try await Ward.run { ward in
            let result = try await ward.result(of: try await ward.person(), "1.5")
            let path = "/results/\(result)"
            let token = try Browser.token(in: try await ward.browser.open(path))
            try await change.make(to: result, in: ward.scene)
            let late = try await ward.browser.send(
                "\(path)/verify", ["token": token, "value": "1.5", "unit": "mg/dL", "reason": "Asked by phone"])
            #expect(late.status == 409 && late.text.contains("This has changed meanwhile"), "\(late.status)")
            #expect(late.text.contains("<p>Asked by phone</p>"), "what was typed is kept")
            let page = try await ward.browser.open(path)
            #expect(page.status == 200 && !page.text.contains("/verify\"") && !page.text.contains("Asked by phone"))
        }
    }

    @Test func `verifies no level that its reader has not seen`() async throws {
        try await Ward.run { ward in
            let person = try await ward.person()
            _ = try await ward.result(of: person, "140")
            let result = try await ward.result(
                of: person, "820", kit: "FU-KIT-2025110702-V", reference: "N-2", day: "2026-11-21")
            let path = "/results/\(result)"
            let page = try await ward.browser.open(path)
            #expect(page.text.contains("Verify 820 mg/dL"), "held for a jump, and not read back")
            let sent = ["token": try Browser.token(in: page), "version": "1", "reason": "Asked by phone"]
            let other = #"{"reason": "Two samples were mixed up", "level": {"value": 900, "unit": "mg/dL"}}"#
            let changed = try await ward.scene.post(
                "/api/v1/results/\(result)/corrections", as: .laboratory, json: other)
            #expect(changed.status == 201)
            let late = try await ward.browser.send("\(path)/verify", sent)
            #expect(late.status == 409 && late.text.contains("Verify 900 mg/dL"))
            let again = try await ward.browser.send("\(path)/verify", sent.merging(["version": "2"]) { $1 })
            #expect(again.headers[.location] == "\(path)?done=verified")
        }
    }

    @Test(arguments: LaterChange.allCases)
    func `says so to a patient with an old link, and to whom they share with`(change: LaterChange) async throws {
        try await Scene.run { scene in
            let ada = try await scene.patient()
            let kit = KitCode.numbered(1)
            try await scene.register(kit, by: ada)
            let result = try await scene.report("742", kit: kit, reference: "N-1")
            var (colleague, doctor) = try await scene.clinician()
            let own = try await scene.send(.get, "/api/v1/auth/me", as: ada)
            let shares = "/api/v1/profiles/\(try #require(try own.json["profileId"]?.text))/shares"
            let with = #"{"with": {"accountId": "\#(doctor.accountID)"}}"#
            #expect(try await scene.send(.post, shares, as: ada, json: with).status == 201)
            let made = try await scene.send(.post, shares, as: ada, json: #"{"link": true, "pin": "246810"}"#)
            let opening = #"{"link": "\#(try #require(try made.json["link"]?.text))", "pin": "246810"}"#
            var browser = Browser(scene)
            _ = try await browser.signIn(as: ada)
            let link = "/results/\(result)"
            #expect(try await browser.open(link).text.contains("742 <span"), "it was shown")
            #expect(try await colleague.open(link).text.contains("742 <span"))
            #expect(try await scene.post("/api/v1/shared", opening).text.contains("742"))

            try await change.make(to: result, in: scene)
            let words = change == .withdrawn ? "This result was withdrawn." : "Two samples were mixed up"
            for page in [try await browser.open(link), try await colleague.open(link)] {
                #expect(page.status == 200 && page.text.contains(words), "\(page.text)")
                #expect(!page.text.contains("742 <span"), "no longer as its level")
            }
            let shared = try await scene.post("/api/v1/shared", opening)
            let item = try #require(try shared.json["items"]?.list?.first)
            #expect(item["status"]?.text == (change == .withdrawn ? "entered-in-error" : "corrected"), "\(shared.text)")
            for path in ["/home", "/results", "/results/trend"] {
                #expect(!(try await browser.open(path).shows("742")), "\(path)")
            }
        }
    }
}
