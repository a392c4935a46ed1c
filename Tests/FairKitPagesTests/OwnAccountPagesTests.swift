import FairKitCore
import FairKitService
import HTTPSupport
import HTTPTypes
import Support
import Testing

@Suite struct `A person at the pages of their own account` {
    private let details = [
        "given": "Ada", "family": "Otieno", "day": "29", "month": "2", "year": "1980", "sex": "female", "phone": "",
    ]

    @Test func `changes their details, and finds them in the record`() async throws {
        try await Scene.run { scene in
            try await scene.signedIn { browser, person in
                var fields = details
                (fields["family"], fields["phone"]) = ("Okoth", "+254 711 000 111")
                let sent = try await browser.fill("/profile/details", fields)
                #expect(sent.status == 303 && sent.headers[.location] == "/profile/details?done=ownSaved")
                let page = try await browser.open("/profile/details?done=ownSaved")
                #expect(page.text.contains("Your change is saved.") && page.text.contains("value=\"+254711000111\""))
                #expect(page.text.contains("<summary>Ada Okoth</summary>"), "the account follows")
                #expect(try await browser.open("/profile").text.contains("aria-current=\"page\""))
            }
        }
    }

    @Test func `is named as in the record if the account has no name`() async throws {
        try await Scene.run { scene in
            try await scene.signedIn { browser, person in
                let unnamed = try await scene.send(.patch, "/api/v1/auth/me", as: person, json: #"{"name": null}"#)
                #expect(unnamed.status == 200, "\(unnamed.text)")
                #expect(try await browser.open("/home").text.contains("<summary>Ada Otieno</summary>"))
            }
        }
    }

    /// Trap 105.
    @Test(arguments: ["family", "day", "month", "year", "sex"])
    func `is told what a half-filled form lacks, and keeps the rest`(missing: String) async throws {
        try await Scene.run { scene in
            try await scene.signedIn { browser, _ in
                var fields = details
                (fields["given"], fields[missing]) = ("Grace", "")
                let sent = try await browser.fill("/profile/details", fields)
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
            try await scene.signedIn { browser, person in
                let zoned = try await browser.fill("/profile/language", ["language": "en", "timeZone": zone])
                #expect(zoned.status == 303)
                var fields = details
                (fields["day"], fields["month"], fields["year"]) = ("01", "3", "1999")
                #expect(try await browser.fill("/profile/details", fields).status == 303)
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
            try await scene.signedIn { browser, _ in
                let tomorrow = "\(scene.house.time.now.date().adding(days: 1))".split(separator: "-").map { String($0) }
                var fields = details
                (fields["year"], fields["month"], fields["day"]) = (tomorrow[0], tomorrow[1], tomorrow[2])
                #expect(try await browser.fill("/profile/details", fields).status == 303)
                let later = "\(scene.house.time.now.date().adding(days: 2))".split(separator: "-").map { String($0) }
                (fields["year"], fields["month"], fields["day"]) = (later[0], later[1], later[2])
                let refused = try await browser.fill("/profile/details", fields)
                #expect(refused.status == 422 && refused.text.contains("in the future"))
            }
        }
    }

    @Test func `learns what is stored now if the details were changed meanwhile`() async throws {
        try await Scene.run { scene in
            try await scene.signedIn { browser, _ in
                let before = try await browser.open("/profile/details")
                var fields = details
                fields["family"] = "Okoth"
                #expect(try await browser.fill("/profile/details", fields).status == 303)
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
            try await scene.signedIn { browser, _ in
                let evil = "x\"\u{338}><script>alert(1)</script>'"
                let forms = [
                    ("/profile/details", ["given", "family", "day", "month", "year", "sex", "phone", "version"]),
                    ("/profile/language", ["language", "timeZone"]), ("/profile/consents/research", ["agree"]),
                    ("/profile/erasure", ["word", "do"]),
                ]
                for (path, names) in forms {
                    let sent = try await browser.fill(
                        path, Dictionary(uniqueKeysWithValues: names.map { ($0, evil) }))
                    #expect(sent.status == 422, "\(path)")
                    #expect(!sent.text.contains("<script>alert"), "\(path)")
                }
                var fields = details
                (fields["given"], fields["family"]) = (evil, evil)
                #expect(try await browser.fill("/profile/details", fields).status == 303)
                for path in ["/profile", "/profile/details", "/profile/privacy", "/profile/accesses", "/home"] {
                    let page = try await browser.open(path)
                    #expect(page.status == 200 && !page.text.contains("<script>alert"), "\(path)")
                }
            }
        }
    }

    @Test func `is asked for one consent at a time, and answers by a choice`() async throws {
        try await Scene.run { scene in
            try await scene.signedIn { browser, person in
                #expect(try await browser.open("/profile/privacy").text.contains("<span>You do not agree</span>"))
                #expect(try await browser.fill("/profile/consents/research", [:]).status == 422)
                let sent = try await browser.fill("/profile/consents/research", ["agree": "yes"])
                #expect(sent.status == 303 && sent.headers[.location] == "/profile/privacy?done=ownSaved")
                let text = try await browser.open("/profile/privacy").text
                #expect(text.matches(of: #/<span>You agree, since/#).count == 1, "and to nothing else")
                let day = Language.english.text(of: scene.house.time.now.date())
                #expect(text.contains("<span>You agree, since \(day)</span>"))
                scene.house.time.advance(by: .seconds(3 * 86_400))
                _ = try await browser.signIn(as: person)
                _ = try await browser.fill("/profile/consents/research", ["agree": "no"])
                let later = Language.english.text(of: scene.house.time.now.date())
                #expect(try await browser.open("/profile/privacy").text.contains("You do not agree, since \(later)"))
                #expect(try await browser.open("/profile/consents/research").text.contains("since \(later)"))
                #expect(try await browser.open("/profile/consents/all").status == 404)
            }
        }
    }

    @Test func `reads in words who looked, and that it was an emergency`() async throws {
        try await Scene.run { scene in
            try await scene.signedIn { browser, person in
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
                #expect(!page.text.contains("<span>You</span>"), "one's own visits don't drown the others'")
                #expect(page.text.contains("There are no older ones."))
                let all = try await browser.open("/profile/accesses?own=yes")
                #expect(all.text.contains("<span>You</span>") && all.text.contains("in an emergency"))
            }
        }
    }

    @Test func `agrees to the notice that the clinic shows, and reads it again later`() async throws {
        try await Scene.run { scene in
            try await scene.signedIn { browser, person in
                let shown = ConsentNotice(
                    id: .new(at: scene.house.time.now), text: "We share results <within> the clinic.\nNothing else.",
                    url: "https://clinic.example/privacy")
                _ = try await scene.house.tenancy.accounts.changeSettings(
                    ["consent-notice": shown.stored], by: .command)
                #expect(!(try await browser.open("/profile/privacy").text.contains("&lt;within&gt;")))
                let page = try await browser.open("/profile/consents/research")
                #expect(page.text.contains("<p>We share results &lt;within&gt; the clinic.</p><p>Nothing else.</p>"))
                #expect(page.text.contains("href=\"https://clinic.example/privacy\""))
                let notice = try Browser.hidden("notice", in: page)
                let sent = try await browser.fill("/profile/consents/research", ["agree": "yes", "notice": notice])
                #expect(sent.status == 303)
                let id = try #require(try await scene.send(.get, "/api/v1/auth/me", as: person).json["profileId"]?.text)
                let record = try await scene.send(.get, "/api/v1/profiles/\(id)", as: person)
                #expect(record.text.contains(notice), "the record says what they were shown")
                let change = try record.json["consentChanges"]?["research"]
                #expect(change?["notice"]?.text == notice && change?["at"]?.text == "\(scene.house.time.now)")
                let consent = try await browser.open("/profile/consents/research").text
                #expect(consent.contains("What you were shown then"))
                #expect(try await browser.open("/profile/privacy").text.contains("&lt;within&gt;"))
            }
        }
    }

    @Test func `takes their record as the file of the API, after a proof of identity`() async throws {
        try await Scene.run { scene in
            try await scene.signedIn { browser, person in
                let before = try await browser.open("/profile/record")
                #expect(before.text.contains("is not encrypted") && before.text.contains("a PDF for reading"))
                #expect(before.text.contains("href=\"/prove?next=%2Fprofile%2Frecord\""))
                let token = try Browser.token(in: before)
                let refused = try await browser.send("/profile/record", ["token": token])
                #expect(refused.status == 303 && refused.headers[.location]?.hasPrefix("/prove") == true)
                let proved = try await browser.fill(
                    "/prove?next=/profile/record", ["password": person.password, "next": "/profile/record"],
                    to: "/prove")
                #expect(proved.headers[.location] == "/profile/record")
                let file = try await browser.fill("/profile/record", [:])
                #expect(file.status == 200 && file.headers[.contentType] == "application/zip")
                #expect(file.headers[.cacheControl] == "no-store")
                #expect(file.headers[.contentDisposition]?.hasPrefix("attachment; filename=\"fairkit-2") == true)
                for name in ["manifest.json", "profile.json", "accesses.json"] {
                    #expect(file.text.contains(name), "\(name)")
                }
                #expect(try await browser.open("/profile/accesses?own=yes").text.contains("Took your record as a file"))
                scene.house.time.advance(by: .seconds(301))
                #expect(try await browser.fill("/profile/record", [:]).status == 303, "the proof is over")
            }
        }
    }

    @Test func `shows a photo of themselves to no cache and to no one else`() async throws {
        try await Scene.run { scene in
            try await scene.signedIn { browser, person in
                #expect(!(try await browser.open("/profile/photo").text.contains("<img")))
                #expect(try await browser.open("/profile/photo.jpg").status == 404)
                let token = try Browser.token(in: try await browser.open("/profile/photo"))
                let empty = try await browser.send("/profile/photo", ["token": token], photo: [])
                #expect(empty.status == 422 && empty.text.contains("Choose a photo first."))
                let text = try await browser.send("/profile/photo", ["token": token], photo: Array("no photo".utf8))
                #expect(text.status == 422 && text.text.contains("id=\"photo-wrong\""))
                let sent = try await browser.send(
                    "/profile/photo", ["token": token], photo: try TestHouse.photo("kit-01.jpg"))
                #expect(sent.status == 303 && sent.headers[.location] == "/profile/photo?done=ownPhotoSaved")
                let page = try await browser.open("/profile/photo?done=ownPhotoSaved")
                #expect(page.text.contains("src=\"/profile/photo.jpg\"") && page.text.contains("Photo of Ada Otieno"))
                let photo = try await browser.open("/profile/photo.jpg")
                #expect(photo.status == 200 && photo.headers[.contentType] == "image/jpeg")
                #expect(photo.headers[.cacheControl] == "private, no-store")
                var other = Browser(scene)
                #expect(try await other.open("/profile/photo.jpg").status == 303)
                _ = try await other.signIn(as: try await scene.patient("ben@example.org"))
                #expect(try await other.open("/profile/photo.jpg").status == 404, "each has their own")
                #expect(try await browser.fill("/profile/photo", [:], to: "/profile/photo/remove").status == 303)
                #expect(try await browser.open("/profile/photo.jpg").status == 404)
            }
        }
    }

    @Test func `has light pages, dark ones, or those of the device, in this browser`() async throws {
        try await Scene.run { scene in
            let doctor = try await scene.staff("clinician", "cleo@example.org")
            var browser = Browser(scene)
            _ = try await browser.signIn(as: doctor)
            func style(_ page: Scene.Reply) async throws -> String {
                let name = try #require(page.text.firstMatch(of: #/href="(\/assets\/page\.\w+\.css)"/#)).1
                return try await scene.get(String(name), as: nil).text
            }
            let device = "@media screen and (prefers-color-scheme: dark)"
            #expect(try await style(try await browser.open("/home")).contains(device))
            #expect(try await browser.fill("/profile/language", [:], to: "/profile/display").status == 422)
            for (theme, media) in [("light", "@media not all"), ("dark", "@media screen")] {
                let sent = try await browser.fill("/profile/language", ["theme": theme], to: "/profile/display")
                #expect(sent.headers[.location] == "/profile/language?done=ownSaved")
                let page = try await browser.open("/profile/language")
                #expect(page.text.contains("<meta name=\"color-scheme\" content=\"\(theme)\">"))
                #expect(page.text.contains("value=\"\(theme)\" checked"))
                let sheet = try await style(page)
                #expect(sheet.contains("\(media) {\n  :root {\n    color-scheme: dark") && !sheet.contains(device))
                var stranger = browser
                stranger.keep(Browser.session, nil)
                #expect(try await style(try await stranger.open("/sign-in")) == sheet, "before the sign-in, too")
            }
            _ = try await browser.fill("/profile/language", ["theme": "device"], to: "/profile/display")
            #expect(try await style(try await browser.open("/home")).contains(device))
        }
    }

    @Test func `says that the day of an old consent is not known`() async throws {
        try await Scene.run { scene in
            try await scene.signedIn { browser, person in
                _ = try await browser.fill("/profile/consents/research", ["agree": "yes"])
                try await scene.house.forgetTimesOfConsents()
                #expect(try await browser.open("/profile/privacy").text.contains("before such days were recorded"))
                let id = try #require(try await scene.send(.get, "/api/v1/auth/me", as: person).json["profileId"]?.text)
                let record = try await scene.send(.get, "/api/v1/profiles/\(id)", as: person)
                #expect(try record.json["consentChanges"] == nil)
            }
        }
    }

    @Test func `changes the language at the foot of each page, and stays there`() async throws {
        try await Scene.run { scene in
            try await scene.signedIn { browser, person in
                let page = try await browser.open("/kits")
                #expect(page.text.contains("value=\"sw\" lang=\"sw\">Kiswahili</button>"))
                let fields = ["token": try Browser.token(in: page), "language": "sw"]
                let sent = try await browser.send("/language", fields, ["Referer": "http://a/kits"])
                #expect(sent.status == 303 && sent.headers[.location] == "/kits")
                #expect(try await browser.open("/kits").text.contains("<html lang=\"sw\">"))
                let id = try #require(try await scene.send(.get, "/api/v1/auth/me", as: person).json["profileId"]?.text)
                let record = try await scene.send(.get, "/api/v1/profiles/\(id)", as: person)
                #expect(try record.json["language"]?.text == "sw", "messages follow")
                #expect(try await browser.send("/language", ["token": fields["token"] ?? ""]).status == 422)
            }
        }
    }

    @Test func `signs out where people look for it`() async throws {
        try await Scene.run { scene in
            try await scene.signedIn { browser, _ in
                let page = try await browser.open("/profile").text
                #expect(
                    page.matches(of: #/action="\/sign-out"/#).count == 2, "in the menu, and at the end of the profile")
                let language = try await browser.open("/profile/language").text
                #expect(!language.contains("<button>Save</button>"), "two buttons on a page have two names")
            }
        }
    }

    @Test func `sends themselves a test message, and reads what came of it`() async throws {
        try await Scene.run { scene in
            try await scene.signedIn { browser, person in
                #expect(!(try await browser.open("/profile/test").text.contains("The test of")))
                let sent = try await browser.fill("/profile/test", [:])
                #expect(sent.headers[.location] == "/profile/test?done=ownTestAsked")
                let page = try await browser.open("/profile/test?done=ownTestAsked").text
                #expect(page.contains(person.email) && page.contains("not sent yet") && page.contains(">Reload</a>"))
                for _ in 2...SentTest.mostOfAccount {
                    scene.house.time.advance(by: .seconds(61))
                    #expect(try await browser.fill("/profile/test", [:]).status == 303)
                }
                scene.house.time.advance(by: .seconds(61))
                let stopped = try await browser.fill("/profile/test", [:])
                #expect(stopped.status == 429 && stopped.text.contains("as many test messages as are possible"))
            }
        }
    }

    @Test func `has three days to stop the erasure of their record`() async throws {
        try await Scene.run { scene in
            try await scene.signedIn { browser, person in
                let wrong = ["word": "no", "password": "", "do": "erase"]
                let refused = try await browser.fill("/profile/erasure", wrong)
                #expect(refused.status == 422 && refused.text.contains("Type the word ERASE, and nothing else."))
                #expect(refused.text.contains("Type your present password."))
                let foreign = ["word": "ERASE", "password": "another password", "do": "erase"]
                let unproved = try await browser.fill("/profile/erasure", foreign)
                #expect(unproved.status == 422 && unproved.text.contains("This is not your password."))
                #expect(!unproved.text.contains("another password"))
                #expect(!(try await browser.open("/profile/privacy").text.contains("will be erased")))
                let right = ["word": "erase", "password": person.password, "do": "erase"]
                #expect(try await browser.fill("/profile/erasure", right).status == 303)
                let pending = try await browser.open("/profile/privacy")
                #expect(pending.text.contains("Your record will be erased") && pending.text.contains("Keep my record"))
                #expect(!(try await browser.open("/profile/erasure").text.contains("name=\"word\"")), "asked once")
                #expect(try await browser.fill("/profile/erasure", ["do": "stop"]).status == 303)
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
            #expect(try await browser.fill("/profile/details", ["name": "", "phone": ""]).status == 422)
            let sent = try await browser.fill("/profile/details", ["name": "Dr Cleo", "phone": ""])
            #expect(sent.status == 303)
            #expect(try await browser.open("/profile").text.contains("<summary>Dr Cleo</summary>"))
            #expect(!(try await browser.open("/profile").text.contains("/profile/privacy")))
            for path in ["/profile/privacy", "/profile/accesses", "/profile/consents/research"] {
                #expect([403, 404].contains(try await browser.open(path).status), "\(path)")
            }
        }
    }
}
