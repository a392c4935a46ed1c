import FairKitCore
import FairKitService
import HTTPSupport
import HTTPTypes
import Support
import Testing

@Suite struct `A reference range, for an administrator` {
    private static let typed = [
        "unit": "mg/dL", "low": "150", "high": "210", "multiple": "4", "validFrom": "2026-11-01",
    ]

    /// Results of so many people at a level that is normal.
    private func results(_ count: Int, in scene: Scene) async throws {
        for number in 1...count {
            let posted = try await scene.post(
                "/api/v1/results", as: .laboratory,
                json: """
                    {"reference": "R-\(number)", "kitCode": "\(KitCode.numbered(number))", "testDate": "2026-11-20",
                     "level": {"value": \(number == 1 ? 120 : 180), "unit": "mg/dL"}}
                    """)
            #expect(posted.status == 202, "\(posted.text)")
        }
        // Results of this month are not looked at.
        scene.house.time.advance(by: .seconds(31 * 86_400))
    }

    @Test func `shows what it would change before it is stored`() async throws {
        try await Scene.run { scene in
            try await results(12, in: scene)
            try await scene.manager { browser, person in
                #expect(try await browser.open("/ranges").text.contains("Add a range"))
                #expect(try await browser.open("/ranges/new").status == 303)
                try await browser.prove(person)
                let half = try await browser.choose("/ranges/new", ["low": "1,234", "unit": "mg/dL"])
                #expect(
                    half.status == 422 && half.text.contains("value=\"1,234\"") && half.text.contains("href=\"#high\""))
                let high = try await browser.choose("/ranges/new", Self.typed.merging(["high": "2000"]) { $1 })
                #expect(high.status == 422 && high.text.contains("No laboratory has such an upper limit."))
                let before = try await scene.get("/api/v1/reference-ranges", as: .administrator).text
                let look = try await browser.choose("/ranges/new", Self.typed)
                #expect(
                    look.status == 200 && look.text.contains("12 results of the last year were looked at"),
                    "\(look.text)")
                #expect(look.text.contains("“Low” instead of “Within the reference range”: 1"), "\(look.text)")
                // Whatever the group of a range is, the answer is about everyone: two answers differ by no person.
                for group in [["toAge": "30"], ["sex": "male"], ["laboratory": "One"], ["method": "assay"]] {
                    let narrow = try await browser.choose("/ranges/new", Self.typed.merging(group) { $1 })
                    #expect(
                        narrow.text.contains("12 results of the last year were looked at")
                            || narrow.text.contains("href=\"#laboratory\""), "\(narrow.text)")
                }
                #expect(try await scene.get("/api/v1/reference-ranges", as: .administrator).text == before)
                let audit = try await scene.get("/api/v1/audit?action=range.rehearsed", as: .administrator)
                #expect(audit.text.contains("150-210 mg/dL"), "it is on record")
                let token = try Browser.token(in: look)
                let added = try await browser.send(
                    "/ranges/new", Self.typed.merging(["token": token, "do": "add"]) { $1 })
                #expect(added.headers[.location] == "/ranges?done=rangeAdded")
                let page = try await browser.open("/ranges?done=rangeAdded")
                #expect(page.text.contains("150–210 mg/dL") && page.text.contains("840 mg/dL"))
                let parts = page.text.split(separator: "<summary>Ranges that no longer hold (1)</summary>")
                #expect(parts.count == 2 && parts[0].contains("150–210 mg/dL"), "\(page.text)")
                #expect(parts.last?.contains("until 1 November 2026") == true && !parts[0].contains("until 1 November"))
                let end = try #require(page.text.firstMatch(of: #/href="(\/ranges\/\d+\/end)"/#))
                let early = try await browser.choose(String(end.1), ["on": "2026-10-01"])
                #expect(early.status == 422 && early.text.contains("href=\"#on\""))
                let ended = try await browser.choose(String(end.1), ["on": "2026-12-01"])
                #expect(ended.headers[.location] == "/ranges?done=rangeEnded")
            }
        }
    }

    @Test func `counts nothing about fewer than ten people, so that no level is found out`() async throws {
        try await Scene.run { scene in
            try await results(9, in: scene)
            try await scene.manager { browser, person in
                try await browser.prove(person)
                let look = try await browser.choose("/ranges/new", Self.typed)
                #expect(look.status == 200 && look.text.contains("fewer than ten people"))
                #expect(!look.text.contains("“Low” instead"))
                // Without password and code nothing is counted either.
                let body = #"{"unit": "mg/dL", "low": 150, "high": 210, "validFrom": "2026-11-01"}"#
                let keyed = try await scene.post("/api/v1/reference-ranges?dryRun=true", as: .administrator, json: body)
                #expect(keyed.status == 403)
                let path = "/api/v1/reference-ranges?dryRun=true"
                scene.house.time.advance(by: .seconds(60))
                let code = try #require(person.mfa).code(at: scene.house.time.now)
                let proved = body.dropLast() + ", \"password\": \"\(person.password)\", \"code\": \"\(code)\"}"
                let counted = try await scene.send(.post, path, as: person, json: String(proved))
                #expect(counted.status == 200 && !counted.says("\"results\""), "\(counted.text)")
            }
        }
    }
}

@Suite struct `The settings of a clinic` {
    @Test func `are read in words, and changed by a person who proves who they are`() async throws {
        try await Scene.run { scene in
            try await scene.manager { browser, person in
                let page = try await browser.open("/settings")
                #expect(page.status == 200 && page.text.contains("They register themselves"))
                #expect(try await browser.open("/settings/clinic").status == 303)
                try await browser.prove(person)
                let named = ["display-name": "Clinic <b>", "patient-contact": "+254 700 000 000, 8 to 17"]
                #expect(
                    try await browser.choose("/settings/clinic", named).headers[.location] == "/settings?done=ownSaved")
                #expect(try await browser.open("/settings").text.contains("Clinic &lt;b&gt;"))
                let hours = try await browser.choose(
                    "/settings/results", ["suspect-hold-seconds": "9999", "jump-0": "3,5"])
                #expect(hours.status == 422 && hours.text.contains("href=\"#suspect-hold-seconds\""))
                #expect(hours.text.contains("value=\"9999\"") && hours.text.contains("value=\"3,5\""))
                for text in [hours.text, try await browser.open("/settings").text] {
                    #expect(text.matches(of: #/A level is suspect/#).count == 1, "its units stand together")
                }
                let lock = ["inactivity-seconds": "10080", "forbid-values": "false"]
                #expect(try await browser.choose("/settings/security", lock).status == 303)
                #expect(try await browser.open("/settings").text.contains("<dd>10080 (7 days)</dd>"))
                let both = [
                    "suspect-hold-seconds": "48", "molar-mass": "52", "jump-0": "3,5", "jump-1": "4", "jump-2": "4",
                ]
                #expect(try await browser.choose("/settings/results", both).status == 303)
                let settings = try await scene.get("/api/v1/settings", as: .administrator)
                #expect(settings.says("\"suspectHoldHours\":48"), "\(settings.text)")
                let old = try await browser.choose(
                    "/settings/clinic", ["was-display-name": "Another", "display-name": "X"])
                #expect(old.status == 409 && old.text.contains("This has changed meanwhile"))
                #expect(old.text.contains("value=\"X\""), "what was typed is kept")
                let notice = ["notice": "We keep\r\nyour results.", "noticeURL": "http://example.org"]
                let plain = try await browser.choose("/settings/notices", notice)
                #expect(plain.status == 422 && plain.text.contains("href=\"#noticeURL\""))
                let secure = notice.merging(["noticeURL": "https://example.org/privacy"]) { $1 }
                #expect(try await browser.choose("/settings/notices", secure).status == 303)
                #expect(try await browser.open("/settings").text.contains("We keep"))
                #expect(try await browser.open("/settings/other").status == 404)
            }
        }
    }

    @Test func `are joined by three numbers about the server's health`() async throws {
        try await Scene.run { scene in
            try await scene.manager { browser, _ in
                let page = try await browser.open("/clinic/health")
                #expect(
                    page.status == 200 && page.text.contains("None is on record.")
                        && page.text.contains("There is room."))
                // The mail about what the alert rules are now waits, since no mail server takes it.
                _ = try await scene.house.tenancy.alertRules.change(.severeLow, on: true, by: .command)
                scene.house.time.advance(by: .seconds(600))
                let late = try await browser.open("/clinic/health")
                #expect(late.text.contains("Call by telephone about open alerts"))
                let numbers = try await scene.get("/api/v1/clinic/health", as: .administrator)
                #expect(numbers.says("\"diskFull\":false") && !numbers.says("lastBackupAt"))
                #expect(try await scene.get("/api/v1/clinic/health", as: .clinician).status == 403)
            }
        }
    }
}
