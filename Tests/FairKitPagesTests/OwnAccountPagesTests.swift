import FairKitCore
import FairKitService
import HTTPSupport
import HTTPTypes
import Support
import Testing

@Suite struct `A person at the pages of their own account` {
    /// A patient who has signed in at the pages.
    private func patient(
        of scene: Scene, _ body: (inout Browser, Person) async throws -> Void
    ) async throws {
        let person = try await scene.patient()
        var browser = Browser(scene)
        _ = try await browser.signIn(as: person)
        try await body(&browser, person)
    }

    /// Opens a page, and sends its form with these fields.
    private func send(
        _ path: String, _ fields: [String: String], in browser: inout Browser
    ) async throws -> Scene.Reply {
        var fields = fields
        let page = try await browser.open(path)
        fields["token"] = try Browser.token(in: page)
        if fields["version"] == nil, let version = page.text.firstMatch(of: #/name="version" value="(\d+)"/#) {
            fields["version"] = String(version.1)
        }
        return try await browser.send(path, fields)
    }

    private let details = [
        "given": "Ada", "family": "Otieno", "day": "29", "month": "2", "year": "1980", "sex": "female", "phone": "",
    ]

    @Test func `changes their details, and finds them in the record`() async throws {
        try await Scene.run { scene in
            try await patient(of: scene) { browser, person in
                var fields = details
                (fields["family"], fields["phone"]) = ("Okoth", "+254 711 000 111")
                let sent = try await send("/profile/details", fields, in: &browser)
                #expect(sent.status == 303 && sent.headers[.location] == "/profile/details?done=ownSaved")
                let page = try await browser.open("/profile/details?done=ownSaved")
                #expect(page.text.contains("Your change is saved.") && page.text.contains("value=\"+254711000111\""))
                #expect(page.text.contains("<summary>Ada Okoth</summary>"), "the account follows")
                #expect(try await browser.open("/profile").text.contains("aria-current=\"page\""))
            }
        }
    }

    /// Trap 105.
    @Test(arguments: ["family", "day", "month", "year", "sex"])
    func `is told what a half-filled form lacks, and keeps the rest`(missing: String) async throws {
        try await Scene.run { scene in
            try await patient(of: scene) { browser, _ in
                var fields = details
                (fields["given"], fields[missing]) = ("Grace", "")
                let sent = try await send("/profile/details", fields, in: &browser)
                #expect(sent.status == 422 && sent.text.contains("<title>Error: "))
                #expect(sent.text.contains("value=\"Grace\""), "what was typed is kept")
                #expect(try await browser.open("/profile/details").text.contains("value=\"Ada\""))
            }
        }
    }

    /// Trap 35.
    @Test(arguments: ["Etc/GMT+12", "Pacific/Honolulu", "UTC", "Africa/Nairobi", "Pacific/Kiritimati"])
    func `has the same birth date in each zone`(zone: String) async throws {
        try await Scene.run { scene in
            try await patient(of: scene) { browser, person in
                let zoned = try await send("/profile/language", ["language": "en", "timeZone": zone], in: &browser)
                #expect(zoned.status == 303)
                var fields = details
                (fields["day"], fields["month"], fields["year"]) = ("01", "3", "1999")
                #expect(try await send("/profile/details", fields, in: &browser).status == 303)
                let page = try await browser.open("/profile/details")
                for part in ["name=\"day\" class=\"short\" value=\"1\"", "name=\"month\" class=\"short\" value=\"3\""] {
                    #expect(page.text.contains(part))
                }
                let id = try #require(try await scene.send(.get, "/api/v1/auth/me", as: person).json["profileId"]?.text)
                let record = try await scene.send(.get, "/api/v1/profiles/\(id)", as: person)
                #expect(try record.json["birthDate"]?.text == "1999-03-01")
            }
        }
    }

    /// Trap 36. In the tenant's zone, the day has begun already while it is still the day before in UTC.
    @Test func `may be born half an hour after midnight in their zone`() async throws {
        try await Scene.run { scene in
            try await patient(of: scene) { browser, _ in
                let tomorrow = "\(scene.house.time.now.date().adding(days: 1))".split(separator: "-").map { String($0) }
                var fields = details
                (fields["year"], fields["month"], fields["day"]) = (tomorrow[0], tomorrow[1], tomorrow[2])
                #expect(try await send("/profile/details", fields, in: &browser).status == 303)
                let later = "\(scene.house.time.now.date().adding(days: 2))".split(separator: "-").map { String($0) }
                (fields["year"], fields["month"], fields["day"]) = (later[0], later[1], later[2])
                let refused = try await send("/profile/details", fields, in: &browser)
                #expect(refused.status == 422 && refused.text.contains("in the future"))
            }
        }
    }

    @Test func `learns what is stored now if the details were changed meanwhile`() async throws {
        try await Scene.run { scene in
            try await patient(of: scene) { browser, _ in
                let before = try await browser.open("/profile/details")
                var fields = details
                fields["family"] = "Okoth"
                #expect(try await send("/profile/details", fields, in: &browser).status == 303)
                (fields["family"], fields["token"], fields["version"]) = ("Achieng", try Browser.token(in: before), "1")
                let refused = try await browser.send("/profile/details", fields)
                #expect(refused.status == 409 && refused.text.contains("What is stored now"))
                #expect(refused.text.contains("<dd>Okoth</dd>") && refused.text.contains("value=\"Achieng\""))
                fields["version"] = "2"
                #expect(try await browser.send("/profile/details", fields).status == 303)
            }
        }
    }

    @Test func `can't make markup of what is typed into any field`() async throws {
        try await Scene.run { scene in
            try await patient(of: scene) { browser, _ in
                let evil = "x\"\u{338}><script>alert(1)</script>'"
                let forms = [
                    ("/profile/details", ["given", "family", "day", "month", "year", "sex", "phone", "version"]),
                    ("/profile/language", ["language", "timeZone"]), ("/profile/consents/research", ["agree"]),
                    ("/profile/erasure", ["word", "do"]),
                ]
                for (path, names) in forms {
                    let sent = try await send(
                        path, Dictionary(uniqueKeysWithValues: names.map { ($0, evil) }), in: &browser)
                    #expect(sent.status == 422, "\(path)")
                    #expect(!sent.text.contains("<script>alert"), "\(path)")
                }
                var fields = details
                (fields["given"], fields["family"]) = (evil, evil)
                #expect(try await send("/profile/details", fields, in: &browser).status == 303)
                for path in ["/profile", "/profile/details", "/profile/privacy", "/profile/accesses", "/home"] {
                    let page = try await browser.open(path)
                    #expect(page.status == 200 && !page.text.contains("<script>alert"), "\(path)")
                }
            }
        }
    }

    @Test func `is asked for one consent at a time, and answers by a choice`() async throws {
        try await Scene.run { scene in
            try await patient(of: scene) { browser, _ in
                #expect(try await browser.open("/profile/privacy").text.contains("You do not agree"))
                #expect(try await send("/profile/consents/research", [:], in: &browser).status == 422)
                let sent = try await send("/profile/consents/research", ["agree": "yes"], in: &browser)
                #expect(sent.status == 303 && sent.headers[.location] == "/profile/privacy?done=ownSaved")
                let text = try await browser.open("/profile/privacy").text
                #expect(text.matches(of: #/<span>You agree<\/span>/#).count == 1, "and to nothing else")
                #expect(try await browser.open("/profile/consents/all").status == 404)
            }
        }
    }

    @Test func `reads in words who looked, and that it was an emergency`() async throws {
        try await Scene.run { scene in
            try await patient(of: scene) { browser, person in
                let id = try #require(try await scene.send(.get, "/api/v1/auth/me", as: person).json["profileId"]?.text)
                let doctor = try await scene.staff("clinician", "cleo@example.org")
                let opened = try await scene.send(
                    .post, "/api/v1/profiles/\(id)/break-glass", as: doctor,
                    json: #"{"reason": "Unconscious in the emergency room"}"#)
                #expect(opened.status == 201, "\(opened.text)")
                #expect(try await scene.send(.get, "/api/v1/profiles/\(id)", as: doctor).status == 200)
                let page = try await browser.open("/profile/accesses")
                #expect(page.status == 200 && page.text.contains("Looked at your details"))
                #expect(page.text.contains("in an emergency") && page.text.contains("clinician"))
                #expect(page.text.contains("<span>You</span>") && page.text.contains("There are no older ones."))
            }
        }
    }

    @Test func `has three days to stop the erasure of their record`() async throws {
        try await Scene.run { scene in
            try await patient(of: scene) { browser, person in
                let wrong = ["word": "no", "password": "", "do": "erase"]
                let refused = try await send("/profile/erasure", wrong, in: &browser)
                #expect(refused.status == 422 && refused.text.contains("Type the word ERASE, and nothing else."))
                #expect(refused.text.contains("Type your present password."))
                let foreign = ["word": "ERASE", "password": "another password", "do": "erase"]
                let unproved = try await send("/profile/erasure", foreign, in: &browser)
                #expect(unproved.status == 422 && unproved.text.contains("This is not your password."))
                #expect(!unproved.text.contains("another password"))
                #expect(!(try await browser.open("/profile/privacy").text.contains("will be erased")))
                let right = ["word": "erase", "password": person.password, "do": "erase"]
                #expect(try await send("/profile/erasure", right, in: &browser).status == 303)
                let pending = try await browser.open("/profile/privacy")
                #expect(pending.text.contains("Your record will be erased") && pending.text.contains("Keep my record"))
                #expect(!(try await browser.open("/profile/erasure").text.contains("name=\"word\"")), "asked once")
                #expect(try await send("/profile/erasure", ["do": "stop"], in: &browser).status == 303)
                #expect(!(try await browser.open("/profile/privacy").text.contains("will be erased")))
            }
        }
    }

    @Test func `as staff changes the name that others see, and finds no record of their own`() async throws {
        try await Scene.run { scene in
            let doctor = try await scene.staff("clinician", "cleo@example.org")
            var browser = Browser(scene)
            _ = try await browser.signIn(as: doctor)
            #expect(try await browser.open("/alerts").text.contains("<a href=\"/profile\">My account</a>"))
            #expect(try await send("/profile/details", ["name": "", "phone": ""], in: &browser).status == 422)
            let sent = try await send("/profile/details", ["name": "Dr Cleo", "phone": ""], in: &browser)
            #expect(sent.status == 303)
            #expect(try await browser.open("/profile").text.contains("<summary>Dr Cleo</summary>"))
            #expect(!(try await browser.open("/profile").text.contains("/profile/privacy")))
            for path in ["/profile/privacy", "/profile/accesses", "/profile/consents/research"] {
                #expect([403, 404].contains(try await browser.open(path).status), "\(path)")
            }
        }
    }
}
