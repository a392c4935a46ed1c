import FairKitCore
import FairKitService
import HTTPSupport
import HTTPTypes
import Support
import Testing

@Suite struct `A patient's record at the pages` {
    @Test func `has the patient's line, results, kits, alerts and what happened`() async throws {
        try await Ward.run { ward in
            let id = try await ward.person()
            let normal = try await ward.result(of: id, "142.5")
            let critical = try await ward.result(
                of: id, "820", kit: "FU-KIT-2025110702-V", reference: "N-2", day: "2026-11-21")
            _ = try await ward.result(
                of: id, "150", kit: "FU-KIT-2025111099-J", reference: "N-3", day: "2026-11-20")
            let page = try await ward.browser.open("/people/\(id)")
            #expect(page.status == 200)
            #expect(page.text.contains("<div class=\"person\"><b>Ada Otieno</b>"))
            for fact in ["29 February 1980", "Female", "H-1"] { #expect(page.text.contains(fact), "\(fact)") }
            #expect(page.text.contains("<title>Patient&#39;s record – Ada Otieno – FairKit</title>"))
            for result in [normal, critical] { #expect(page.text.contains("/results/\(result)")) }
            #expect(page.text.contains("142.5 mg/dL") && page.text.contains("Critically high"))
            #expect(page.text.contains("href=\"/alerts/") && page.text.contains("Result reported"))
            #expect(page.text.contains("FU-KIT-2025110701-X") && page.text.contains("Levels in mg/dL"))
            #expect(!page.text.contains("emergency"))
        }
    }

    @Test func `draws the levels of each unit with a table, one to verify hollow, and none that is held`() async throws
    {
        try await Ward.run { ward in
            let id = try await ward.person()
            let levels = [("150", "mg/dL"), ("1.4", "g/L"), ("1.5", "g/L"), ("1.3", "mg/dL"), ("1.2", "mg/dL")]
            var results: [String] = []
            for (number, (level, unit)) in levels.enumerated() {
                // A number that looks like one of another unit is held, unless the tenant holds none.
                let hold = number < 4 ? "0" : "86400"
                _ = try await ward.scene.house.tenancy.accounts.changeSettings(
                    ["suspect-hold-seconds": hold], by: .command)
                results.append(
                    try await ward.result(
                        of: id, level, kit: KitCode.numbered(number + 1), reference: "N-\(number)",
                        day: "2026-11-\(20 + number)", unit: unit))
                ward.scene.house.time.advance(by: .seconds(86_400))
            }
            let page = try await ward.browser.open("/people/\(id)").text
            #expect(page.matches(of: #/<svg class="trend"/#).count == 2, "never joined")
            #expect(page.contains("<h2>Levels in mg/dL</h2>") && page.contains("<h2>Levels in g/L</h2>"))
            #expect(page.matches(of: #/class="point [a-z]+ held"/#).count == 1)
            #expect(page.contains("<desc>From 20 November 2026") && page.contains("role=\"img\""))
            // In the table of its chart, and in the list of all.
            let rows = results.map { page.ranges(of: "<th scope=\"row\"><a href=\"/results/\($0)\">").count }
            #expect(rows == [2, 2, 2, 2, 1])
            let latest = try #require(page.split(separator: "<h2>Latest result</h2>").dropFirst().first)
            #expect(latest.contains("1.2 <span class=\"unit\">mg/dL</span>") && latest.contains("24 November 2026"))
        }
    }

    @Test(arguments: ["Pacific/Kiritimati", "Etc/GMT+12", "Africa/Nairobi"])
    func `shows a birth date as it was typed, in every zone`(zone: String) async throws {
        try await Ward.run { ward in
            let changed = try await ward.scene.send(
                .put, "/api/v1/auth/me/preferences", as: ward.clinician, json: #"{"timeZone": "\#(zone)"}"#)
            #expect(changed.status == 200, "\(changed.text)")
            let id = try await ward.person(born: "1980-01-01")
            for path in ["/people", "/people/\(id)"] {
                #expect(try await ward.browser.open(path).text.contains("<time datetime=\"1980-01-01\">1 January 1980"))
            }
        }
    }

    @Test func `says why there are no results`() async throws {
        try await Ward.run { ward in
            let empty = try await ward.person()
            #expect(try await ward.browser.open("/people/\(empty)").text.contains("There are no results yet."))
            let withheld = try await ward.person(consents: false)
            _ = try await ward.result(of: withheld, "142")
            let page = try await ward.browser.open("/people/\(withheld)")
            #expect(page.text.contains("does not let clinicians see results") && !page.shows("142"))
        }
    }

    @Test func `shows nothing but name and results of a person who shares them`() async throws {
        try await Ward.run { ward in
            let patient = try await ward.scene.patient()
            let own = try await ward.scene.send(.get, "/api/v1/auth/me", as: patient)
            let id = try #require(try own.json["profileId"]?.text)
            let shared = try await ward.scene.send(
                .post, "/api/v1/profiles/\(id)/shares", as: patient,
                json: #"{"with": {"accountId": "\#(ward.clinician.accountID)"}}"#)
            #expect(shared.status == 201)
            let page = try await ward.browser.open("/people/\(id)")
            #expect(page.status == 200 && page.text.contains("Shares results with you"))
            #expect(!page.text.contains("1980") && !page.text.contains("ada@example.org"))
        }
    }

    @Test func `says with whom results are shared, until that ends, and only to clinicians in charge`() async throws {
        try await Ward.run { ward in
            let patient = try await ward.scene.patient()
            let own = try await ward.scene.send(.get, "/api/v1/auth/me", as: patient)
            let id = try #require(try own.json["profileId"]?.text)
            let shares = "/api/v1/profiles/\(id)/shares"
            let to = [#"{"email": "sister@example.org"}"#, #"{"accountId": "\#(ward.clinician.accountID)"}"#]
            for with in to {
                let made = try await ward.scene.send(.post, shares, as: patient, json: #"{"with": \#(with)}"#)
                #expect(made.status == 201)
            }
            let recipient = try await ward.browser.open("/people/\(id)").text
            #expect(recipient.contains("Shares results with you") && !recipient.contains("sister@example.org"))
            let care = try await ward.scene.post(
                "/api/v1/care-assignments", as: .administrator,
                json: #"{"accountId": "\#(ward.clinician.accountID)", "profileId": "\#(id)"}"#)
            #expect(care.status == 201)
            let page = try await ward.browser.open("/people/\(id)").text
            #expect(page.contains("The patient shares results") && page.contains("<b>sister@example.org</b>"))
            let list = try await ward.scene.send(.get, shares, as: patient)
            for share in try #require(try list.json["items"]?.list) {
                let id = try #require(share["id"]?.text)
                #expect(try await ward.scene.send(.delete, "\(shares)/\(id)", as: patient).status == 200)
            }
            #expect(!(try await ward.browser.open("/people/\(id)").text.contains("The patient shares results")))
        }
    }

    @Test func `is not open to a colleague, who is offered to open it in an emergency`() async throws {
        try await Ward.run { ward in
            let id = try await ward.person(inCare: false)
            let unknown = "0193a1c2-5b6d-7e8f-9a0b-1c2d3e4f5a6b"
            for id in [id, unknown] {
                let page = try await ward.browser.open("/people/\(id)")
                #expect(page.status == 404 && page.text.contains("This record is not open to you"))
                #expect(!page.text.contains("Ada") && page.text.contains("/people/\(id)/emergency\""))
            }
            let short = try await ward.send("/people/\(id)/emergency", from: "/people/\(id)", ["reason": "why"])
            #expect(short.status == 422 && short.text.contains(">why</textarea>"))
            #expect(short.text.contains("<title>Error: ") && short.text.contains("href=\"#reason\""))
            let none = try await ward.send(
                "/people/\(unknown)/emergency", from: "/people/\(id)", ["reason": "Unconscious in the ward"])
            #expect(none.status == 404)
        }
    }

    @Test func `is open for an hour in an emergency, with its end on each page, and closes`() async throws {
        try await Ward.run { ward in
            let id = try await ward.person(inCare: false)
            let result = try await ward.result(of: id, "142")
            let opened = try await ward.send(
                "/people/\(id)/emergency", from: "/people/\(id)", ["reason": "Unconscious in the ward"])
            #expect(opened.status == 303 && opened.headers[.location]?.hasPrefix("/people/\(id)?done=") == true)
            for path in [opened.headers[.location] ?? "", "/people/\(id)", "/results/\(result)"] {
                let page = try await ward.browser.open(path)
                #expect(page.status == 200 && page.text.contains("You opened this record in an emergency"))
                #expect(page.text.contains("It closes on <b><time datetime="))
                #expect(!page.text.contains("/notes\"") && !page.text.contains("/verify\""), "it is open to read")
            }
            let log = try await ward.scene.get("/api/v1/profiles/\(id)/accesses", as: .administrator)
            #expect(log.text.contains("break-glass") || log.text.contains("breakGlass"))
            let closed = try await ward.send("/people/\(id)/emergency/end", from: "/people/\(id)", [:])
            #expect(closed.headers[.location] == "/people?done=recordClosed")
            #expect(try await ward.browser.open("/people/\(id)").status == 404)
            _ = try await ward.send(
                "/people/\(id)/emergency", from: "/people/\(id)", ["reason": "Unconscious in the ward"])
            ward.scene.house.time.advance(by: .seconds(3601))
            #expect(try await ward.browser.open("/people/\(id)").status == 404, "and ends by itself")
        }
    }

    @Test func `is opened in an emergency by what stands in an identity card`() async throws {
        try await Ward.run { ward in
            let id = try await ward.person("Zawadi", "Mwangi", born: "1975-03-04", inCare: false)
            let card = ["familyName": "mwangi", "day": "4", "month": "3", "year": "1975"]
            let reason = ["reason": "Unconscious in the ward"]
            let unknown = try await ward.send(
                "/emergency", from: "/emergency",
                card.merging(reason.merging(["year": "1981", "day": "1"]) { $1 }) { $1 })
            #expect(unknown.status == 422 && unknown.text.contains("No patient has these values"))
            #expect(unknown.text.contains("value=\"mwangi\"") && unknown.text.contains("Unconscious"))
            let nobody = try await ward.send("/emergency", from: "/emergency", reason)
            #expect(nobody.status == 422 && nobody.text.contains("Name the patient"))
            let half = try await ward.send("/emergency", from: "/emergency", reason.merging(["familyName": "O"]) { $1 })
            #expect(half.status == 422 && half.text.contains("href=\"#day\""))
            let opened = try await ward.send("/emergency", from: "/emergency", card.merging(reason) { $1 })
            #expect(opened.headers[.location]?.hasPrefix("/people/\(id)") == true)
        }
    }

    @Test func `is opened in an emergency by a kit's code`() async throws {
        try await Ward.run { ward in
            let id = try await ward.person(inCare: false)
            _ = try await ward.result(of: id, "142")
            let reason = ["reason": "Unconscious in the ward"]
            let wrong = try await ward.send(
                "/emergency", from: "/emergency", reason.merging(["kitCode": "FU-KIT-2025110701-Y"]) { $1 })
            #expect(wrong.status == 422 && wrong.text.contains("href=\"#kitCode\""))
            let opened = try await ward.send(
                "/emergency", from: "/emergency", reason.merging(["kitCode": "fu kit 2025110701 x"]) { $1 })
            #expect(opened.headers[.location]?.hasPrefix("/people/\(id)?done=recordOpened") == true, "\(opened.text)")
        }
    }

    @Test func `of a patient in one's care is not opened in an emergency, but shown`() async throws {
        try await Ward.run { ward in
            let id = try await ward.person()
            let card = ["familyName": "Otieno", "day": "29", "month": "2", "year": "1980"]
            let sent = try await ward.send(
                "/emergency", from: "/emergency", card.merging(["reason": "Unconscious in the ward"]) { $1 })
            #expect(sent.headers[.location] == "/people/\(id)?done=alreadyInCare")
            let page = try await ward.browser.open("/people/\(id)?done=alreadyInCare").text
            #expect(page.contains("This patient is in your care.") && !page.contains("You opened this record"))
            let log = try await ward.scene.get("/api/v1/profiles/\(id)/accesses", as: .administrator)
            #expect(!log.text.contains("break-glass"))
        }
    }

    @Test func `whose patient withholds the results can be opened in an emergency from where it says so`() async throws
    {
        try await Ward.run { ward in
            let id = try await ward.person(consents: false)
            _ = try await ward.result(of: id, "142")
            #expect(!(try await ward.browser.open("/people/\(id)").text).contains("142 mg/dL"))
            let opened = try await ward.send(
                "/people/\(id)/emergency", from: "/people/\(id)", ["reason": "Unconscious in the ward"])
            #expect(opened.status == 303)
            #expect(try await ward.browser.open("/people/\(id)").text.contains("142 mg/dL"))
        }
    }

    @Test func `has the notes about all results and alerts, the newest first`() async throws {
        try await Ward.run { ward in
            let id = try await ward.person()
            #expect(try await ward.browser.open("/people/\(id)").text.contains("No one has written a note."))
            let result = try await ward.result(of: id, "142")
            for number in 1...12 {
                let saved = try await ward.send(
                    "/results/\(result)/notes", from: "/results/\(result)", ["note": "Note \(number) <ends>"])
                #expect(saved.status == 303)
            }
            let page = try await ward.browser.open("/people/\(id)").text
            let (last, third) = (page.ranges(of: "Note 12 &lt;ends"), page.ranges(of: "Note 3 &lt;ends"))
            #expect(last.count == 1 && third.count == 1 && last[0].lowerBound < third[0].lowerBound)
            #expect(!page.contains("Note 2 &lt;ends"))
            let older = try #require(page.firstMatch(of: #/href="(\/people\/[^"]*notes=[^"]*)"/#)?.1)
            #expect(try await ward.browser.open(String(older)).text.contains("Note 2 &lt;ends"))
        }
    }
}

@Suite struct `A reminder of the next test` {
    @Test func `is set by a clinician in care, and both see when it is due`() async throws {
        try await Ward.run { ward in
            let patient = try await ward.scene.patient()
            let own = try await ward.scene.send(.get, "/api/v1/auth/me", as: patient)
            let id = try #require(try own.json["profileId"]?.text)
            let care = try await ward.scene.post(
                "/api/v1/care-assignments", as: .administrator,
                json: #"{"accountId": "\#(ward.clinician.accountID)", "profileId": "\#(id)"}"#)
            #expect(care.status == 201)
            let path = "/people/\(id)/next-test"
            #expect(try await ward.browser.open("/people/\(id)").text.contains("href=\"\(path)\">Set a reminder"))
            let faults: [([String: String], String)] = [
                ([:], "plan-every"), (["plan": "every", "months": "0"], "months"),
                (["plan": "on", "date": "x"], "date"),
                (["plan": "on", "date": "2020-01-01"], "date"),
            ]
            for (typed, field) in faults {
                let wrong = try await ward.send(path, from: path, typed)
                #expect(wrong.status == 422 && wrong.text.contains("href=\"#\(field)\""), "\(typed)")
            }
            let set = try await ward.send(path, from: path, ["plan": "on", "date": "2027-03-01"])
            #expect(set.headers[.location] == "/people/\(id)?done=nextTestSet")
            #expect(try await ward.browser.open("/people/\(id)").text.contains("1 March 2027"))
            var browser = Browser(ward.scene)
            _ = try await browser.signIn(as: patient)
            let home = try await browser.open("/home").text
            #expect(home.contains("Your next test is due on 1 March 2027") && home.contains("href=\"\(path)\""))
            // The patient changes it, and the clinician reads that.
            let token = try Browser.token(in: try await browser.open(path))
            let removed = try await browser.send(path, ["token": token, "plan": "none"])
            #expect(removed.headers[.location] == "/home?done=nextTestRemoved")
            #expect(try await browser.open("/home?done=nextTestRemoved").text.contains("No reminder is set."))
            #expect(!(try await ward.browser.open("/people/\(id)").text).contains("1 March 2027"))
        }
    }

    @Test func `is no one's who only opened the record in an emergency`() async throws {
        try await Ward.run { ward in
            let id = try await ward.person(inCare: false)
            _ = try await ward.send(
                "/people/\(id)/emergency", from: "/people/\(id)", ["reason": "Unconscious in the ward"])
            #expect(!(try await ward.browser.open("/people/\(id)").text).contains("next-test"))
            #expect(try await ward.browser.open("/people/\(id)/next-test").status == 404)
        }
    }
}
