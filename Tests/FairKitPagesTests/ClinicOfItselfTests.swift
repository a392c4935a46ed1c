import FairKitCore
import FairKitService
import FairKitStore
import HTTPSupport
import HTTPTypes
import Support
import Testing

@Suite struct `What a clinic sets of itself` {
    @Test func `is a logo, re-encoded, on each page, kept by browsers under an address of its own`() async throws {
        try await Scene.run { scene in
            try await scene.manager { browser, _ in
                #expect(!(try await browser.open("/sign-in").text.contains("class=\"logo\"")))
                let path = "/settings/logo"
                #expect(try await browser.open("/settings").text.contains("href=\"\(path)\""))
                let token = try Browser.token(in: try await browser.open(path))
                let empty = try await browser.send(path, ["token": token], photo: [])
                #expect(empty.status == 422 && empty.text.contains("Choose a picture."))
                #expect(try await browser.send(path, ["token": token], photo: Array("<svg/>".utf8)).status == 422)
                let photo = try TestHouse.photo("kit-01.jpg")
                let sent = try await browser.send(path, ["token": token], photo: photo)
                #expect(sent.headers[.location] == "\(path)?done=logoSaved")
                let page = try await browser.open("\(path)?done=logoSaved")
                #expect(page.text.contains("The logo is saved."))
                var visitor = Browser(scene)
                let door = try await visitor.open("/sign-in")
                let address = try #require(door.text.firstMatch(of: #/class="logo" src="(\/logo\/[^"]+)"/#)?.1)
                #expect(door.text.contains("alt=\"FairKit\""), "the clinic has no name yet")
                let picture = try await visitor.open(String(address))
                #expect(picture.status == 200 && picture.headers[.contentType] == "image/jpeg")
                #expect(picture.headers[.cacheControl] == "public, max-age=31536000, immutable")
                let signIns = scene.house.tenancy.signIns
                let logo = try #require(try await signIns.logo(marked: String(address.dropFirst("/logo/".count))))
                #expect(logo.jpeg.count <= TenantLogo.mostBytes && logo.jpeg != photo)
                #expect(address == "/logo/\(logo.mark)")
                #expect(try await signIns.logo(marked: "another")?.mark == nil)
                #expect(try await visitor.open("/logo/another").status == 404)
                #expect(try await scene.get("/api/v1/settings/logo", as: .administrator).text == picture.text)
                // The settings, which almost every request reads, are read without it.
                #expect(try await scene.get("/api/v1/settings", as: .administrator).status == 200)
                let removed = try await browser.fill(path, [:], to: "\(path)/remove")
                #expect(removed.headers[.location] == "\(path)?done=logoRemoved")
                #expect(try await visitor.open(String(address)).status == 404)
                #expect(try await scene.get("/api/v1/settings/logo", as: .administrator).status == 404)
                let seen = try await scene.get("/api/v1/audit?action=setting.changed", as: .administrator)
                #expect(seen.text.split(separator: "setting.changed").count == 3, "set and removed: \(seen.text)")
            }
        }
    }

    @Test func `are its languages: only these are offered, and who reads in another keeps it`() async throws {
        try await Scene.run { scene in
            let ada = try await scene.patient("ada@example.org")
            _ = try await scene.send(.patch, "/api/v1/auth/me", as: ada, json: #"{"language": "sw"}"#)
            try await scene.manager { browser, person in
                try await browser.prove(person)
                let path = "/settings/languages"
                let none = try await browser.choose(path, ["first": "fr", "offers-en": "yes"])
                #expect(none.status == 422 && none.text.contains("href=\"#first\""))
                #expect(try await browser.choose(path, ["first": "es", "offers-en": "yes"]).status == 303)
                let settings = try await scene.get("/api/v1/settings", as: .administrator)
                #expect(settings.says(#""languages":["es","en"]"#))
                #expect(try await browser.open("/settings").text.contains("Español, English"))
                var visitor = Browser(scene)
                let door = try await visitor.open("/sign-in", ["Accept-Language": "sw"])
                #expect(door.text.contains("<html lang=\"es\">") && !door.text.contains("Kiswahili"))
                #expect(try await visitor.open("/register?language=sw").text.contains("<html lang=\"es\">"))
                var other = Browser(scene)
                let english = try await other.open("/sign-in", ["Accept-Language": "en"])
                #expect(english.text.contains("<html lang=\"en\">"))
                let second = try await other.open("/sign-in", ["Accept-Language": "sw, en;q=0.8"])
                #expect(second.text.contains("<html lang=\"en\">"), "the best one that the clinic offers")
                var reader = Browser(scene)
                _ = try await reader.signIn(as: ada)
                let page = try await reader.open("/profile/language")
                #expect(page.text.contains("<html lang=\"sw\">") && page.text.contains("value=\"sw\" checked"))
                let kept = try await reader.fill("/profile/language", ["language": "sw"], to: "/language")
                #expect(kept.status == 303, "it is the present one")
                let chosen = try await reader.fill("/profile/language", ["language": "en"], to: "/language")
                #expect(chosen.status == 303)
                let later = try await reader.open("/profile/language")
                #expect(later.text.contains("<html lang=\"en\">") && !later.text.contains("Kiswahili"))
                #expect(
                    try await reader.fill("/profile/language", ["language": "sw", "timeZone": "UTC"]).status == 422)
            }
        }
    }

    @Test(arguments: ["", "fr", "en en", "en,es", "en es sw en"])
    func `are no languages that there are not, or none`(text: String) async throws {
        var settings = TenantSettings()
        #expect(TenantSetting.named["languages"]?.set(&settings, text) == false)
        #expect(settings.languages == Language.allCases)
    }
}

@Suite struct `In whose care a patient is` {
    @Test func `is decided by an administrator, and the clinician sees the record so long`() async throws {
        try await Ward.run { ward in
            let id = try await ward.person(inCare: false)
            let path = "/people/\(id)/care"
            #expect(try await ward.browser.open(path).status == 403)
            var (root, _) = try await ward.scene.atWork()
            #expect(try await root.open("/people/\(id)").text.contains("href=\"\(path)\""))
            let empty = try await root.open(path)
            #expect(empty.text.contains("No clinician cares for this patient"))
            let none = try await root.fill(path, ["do": "assign", "clinician": ""])
            #expect(none.status == 422 && none.text.contains("href=\"#clinician\""))
            for _ in 1...2 {
                let sent = try await root.fill(path, ["do": "assign", "clinician": ward.clinician.accountID])
                #expect(sent.headers[.location] == "\(path)?done=careAdded")
            }
            let page = try await root.open(path)
            #expect(page.text.matches(of: #/name="do" value="[0-9a-f-]+"/#).count == 1, "assigned twice, it is one")
            #expect(page.text.contains("1 clinician cares for the patient now"))
            #expect(page.text.contains("There is no other clinician to assign"), "no button that does nothing")
            #expect(try await ward.browser.open("/people/\(id)").text.contains("Ada Otieno"))
            let assignment = try #require(page.text.firstMatch(of: #/name="do" value="([0-9a-f-]+)"/#)?.1)
            let other = try await ward.person("Ben", "Kip", identifier: "H-2", inCare: false)
            let wrong = try await root.fill("/people/\(other)/care", ["do": String(assignment)])
            #expect(wrong.status == 404, "it is of another patient")
            for _ in 1...2 {
                let ended = try await root.fill(path, ["do": String(assignment)])
                #expect(ended.headers[.location] == "\(path)?done=careEnded", "ended twice it is ended")
            }
            let after = try await root.open("\(path)?done=careEnded").text
            #expect(after.contains("This care has ended.") && after.contains("0 clinicians care for the patient now"))
            #expect(!(try await ward.browser.open("/people/\(id)").text.contains("Ada Otieno")))
        }
    }

    @Test func `begins later, too, and ends before it begins`() async throws {
        try await Ward.run { ward in
            let id = try await ward.person(inCare: false)
            let path = "/people/\(id)/care"
            let from = ward.scene.house.time.now.advanced(by: .seconds(3600))
            let made = try await ward.scene.post(
                "/api/v1/care-assignments", as: .administrator,
                json: #"{"accountId": "\#(ward.clinician.accountID)", "profileId": "\#(id)", "from": "\#(from)"}"#)
            #expect(made.status == 201, "\(made.text)")
            var (root, _) = try await ward.scene.atWork()
            let page = try await root.open(path).text
            #expect(page.contains("Begins later<br>") && page.contains("0 clinicians care for the patient now"))
            #expect(page.contains("There is no other clinician to assign"))
            let assignment = try #require(page.firstMatch(of: #/name="do" value="([0-9a-f-]+)"/#)?.1)
            let ended = try await root.fill(path, ["do": String(assignment)])
            #expect(ended.headers[.location] == "\(path)?done=careEnded")
            let after = try await root.open(path).text
            #expect(after.contains("Ended<br>") && !after.contains("Begins later"))
        }
    }
}

@Suite struct `An erasure that an administrator asks for` {
    @Test func `takes a word, password and code, waits three days, and no hold stands against it`() async throws {
        try await Scene.run { scene in
            let ada = try await scene.patient("ada@example.org")
            let own = try await scene.send(.get, "/api/v1/auth/me", as: ada)
            let id = try #require(try own.json["profileId"]?.text)
            try await scene.manager { browser, person in
                let (path, hold) = ("/people/\(id)/erase", "/people/\(id)/hold")
                #expect(try await browser.open(hold).text.contains("href=\"\(path)\""))
                let empty = try await browser.fill(path, ["do": "erase"])
                #expect(empty.status == 422 && empty.text.contains("href=\"#word\""))
                #expect(empty.text.contains("href=\"#password\"") && empty.text.contains("href=\"#code\""))
                scene.house.time.advance(by: .seconds(60))
                var fields = ["do": "erase", "word": "erase", "password": "not the one"]
                fields["code"] = try #require(person.mfa).code(at: scene.house.time.now)
                #expect(try await browser.fill(path, fields).status == 422)
                #expect(try await browser.fill(hold, ["do": "hold", "reason": "Case 17"]).status == 303)
                #expect(!(try await browser.open(hold).text.contains("href=\"\(path)\"")), "no button that is refused")
                #expect(try await browser.open(path).headers[.location] == hold)
                try await browser.prove(person)
                let lifted = try await browser.fill(hold, ["do": "lift"])
                #expect(lifted.headers[.location] == "\(hold)?done=holdLifted")
                fields["password"] = person.password
                scene.house.time.advance(by: .seconds(60))
                fields["code"] = try #require(person.mfa).code(at: scene.house.time.now)
                let sent = try await browser.fill(path, fields)
                #expect(sent.headers[.location] == "\(hold)?done=eraseAsked", "\(sent.text)")
                #expect(try await browser.open(path).headers[.location] == hold, "it waits already")
                #expect(try await browser.open("/erasures").text.contains("Will be carried out"))
            }
        }
    }
}

@Suite struct `Notes of staff about an alert` {
    @Test func `are written beside the read-back, kept as typed, and read by who is in charge`() async throws {
        try await Ward.run { ward in
            let id = try await ward.person()
            let result = try await ward.result(of: id, "820")
            let shown = try await ward.browser.open("/results/\(result)")
            let alert = String(try #require(shown.text.firstMatch(of: #/href="(\/alerts\/[^"]+)"/#)?.1))
            let page = try await ward.browser.open(alert)
            #expect(page.text.contains("action=\"\(alert)/notes\"") && page.text.contains("id=\"staff-note\""))
            let empty = try await ward.send("\(alert)/notes", from: alert, ["staff-note": " "])
            #expect(empty.status == 422 && empty.text.contains("href=\"#staff-note\""))
            let sent = try await ward.send("\(alert)/notes", from: alert, ["staff-note": "Call <b>again</b>"])
            #expect(sent.headers[.location] == "\(alert)?done=noteSaved")
            let after = try await ward.browser.open("\(alert)?done=noteSaved")
            #expect(after.text.contains("The note is saved.") && after.text.contains("Call &lt;b&gt;again"))
        }
    }
}
