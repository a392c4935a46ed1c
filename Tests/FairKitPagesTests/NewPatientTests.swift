import FairKitCore
import HTTPSupport
import HTTPTypes
import Support
import Testing

@Suite struct `A patient who is registered by staff` {
    private static let ada = [
        "given": "Ada <b>", "family": "Otieno", "day": "29", "month": "2", "year": "1980", "sex": "female",
        "phone": "+254 700 000 000", "email": "ada@example.org", "language": "sw", "clinicians": "yes",
    ]

    /// The record to which a form led.
    private func record(_ reply: Scene.Reply) throws -> String {
        let place = try #require(reply.headers[.location])
        #expect(reply.status == 303 && place.hasSuffix("?done=patientRegistered"))
        return String(place.dropFirst("/people/".count).prefix { $0 != "?" })
    }

    @Test func `has a record with what was typed, and no name in its address`() async throws {
        try await Scene.run { scene in
            try await scene.manager { browser, _ in
                #expect(try await browser.open("/people").text.contains("href=\"/people/new\""))
                let wrong = try await browser.fill("/people/new", ["given": "Ada <b>", "email": "ada"])
                #expect(wrong.status == 422 && wrong.text.contains("<title>Error: "))
                for field in ["family", "day", "sex", "email", "language"] {
                    #expect(wrong.text.contains("href=\"#\(field)\""), "\(field)")
                }
                #expect(wrong.text.contains("value=\"Ada &lt;b&gt;\"") && wrong.text.contains("value=\"ada\""))
                #expect(!wrong.text.contains("autocomplete=\"given-name\"") && !wrong.text.contains("bday-day"))
                let far = try await browser.fill("/people/new", Self.ada.merging(["year": "1780"]) { $1 })
                #expect(far.status == 422 && far.text.contains("href=\"#day\""))
                let made = try await browser.fill("/people/new", Self.ada)
                let id = try record(made)
                #expect(ProfileID(id) != nil, "the address holds the id, and nothing else")
                let page = try await browser.open("/people/\(id)?done=patientRegistered").text
                #expect(page.contains("The patient is registered.") && page.contains("<b>Ada &lt;b&gt; Otieno</b>"))
                let stored = try await scene.get("/api/v1/profiles/\(id)", as: .administrator)
                for fact in [
                    "\"sex\":\"female\"", "\"language\":\"sw\"", "\"phone\":\"+254700000000\"",
                    "\"email\":\"ada@example.org\"", "\"birthDate\":\"1980-02-29\"", "\"clinicians\":true",
                ] { #expect(stored.says(fact), "\(fact)") }
            }
        }
    }

    @Test func `is made again only by a second press, for these people`() async throws {
        try await Scene.run { scene in
            try await scene.manager { browser, _ in
                let first = try record(try await browser.fill("/people/new", Self.ada))
                let twice = try await browser.fill("/people/new", Self.ada)
                #expect(twice.status == 422 && twice.text.contains("registered already"))
                #expect(twice.text.contains("href=\"/people/\(first)\"") && twice.text.contains("href=\"#alike\""))
                #expect(twice.text.contains("another person: register") && !twice.text.contains("<b>Ada <b>"))
                #expect(twice.text.contains("value=\"Ada &lt;b&gt;\""))
                var pressed = Self.ada
                pressed["alike"] = try Browser.hidden("alike", in: twice)
                #expect(pressed["alike"] == first)
                let second = try record(try await browser.fill("/people/new", pressed))
                #expect(second != first)
                #expect(try await browser.fill("/people/new", pressed).status == 422, "there is one more by now")
                let other = Self.ada.merging(["day": "28"]) { $1 }
                #expect(try await browser.fill("/people/new", other).status == 303, "another birth date")
            }
        }
    }

    @Test func `is in the care of the clinician who registered them`() async throws {
        try await Ward.run { ward in
            let id = try record(try await ward.browser.fill("/people/new", Self.ada))
            let page = try await ward.browser.open("/people/\(id)")
            #expect(page.status == 200 && page.text.contains("href=\"/people/\(id)/kit\""))
            #expect(!page.text.contains("/people/\(id)/invite"), "only administrators invite")
            var patient = Browser(ward.scene)
            _ = try await patient.signIn(as: try await ward.scene.patient())
            #expect(try await patient.open("/people/new").status == 403)
        }
    }

    @Test func `gets a kit by its typed code`() async throws {
        try await Ward.run { ward in
            let (id, code) = (try await ward.person("Ada <b>"), "FU-KIT-2025110701-X")
            let path = "/people/\(id)/kit"
            try await ward.scene.issue(code)
            let wrong = try await ward.browser.fill(path, ["barcode": "FU-KIT-2025110701-Y"])
            #expect(wrong.status == 422 && wrong.text.contains("does not fit the digits"))
            #expect(wrong.text.contains("value=\"FU-KIT-2025110701-Y\"") && wrong.text.contains("href=\"#barcode\""))
            #expect(wrong.text.contains("<b>Ada &lt;b&gt; Otieno</b>") && !wrong.text.contains("<b>Ada <b>"))
            #expect(try await ward.browser.fill(path, [:]).text.contains("Type the kit code"))
            let made = try await ward.browser.fill(path, ["barcode": code.lowercased()])
            #expect(made.headers[.location] == "/people/\(id)?done=kitRegistered")
            let page = try await ward.browser.open("/people/\(id)?done=kitRegistered").text
            #expect(page.contains("The kit is registered.") && page.contains(code))
            let again = try await ward.browser.fill(path, ["barcode": code])
            #expect(again.status == 422 && again.text.contains("A kit with this code is registered already."))
        }
    }

    @Test func `whose record is open in an emergency only gets no kit`() async throws {
        try await Ward.run { ward in
            let id = try await ward.person(inCare: false)
            let opened = try await ward.browser.fill(
                "/people/\(id)", ["reason": "Collapsed in the street"], to: "/people/\(id)/emergency")
            #expect(opened.status == 303)
            let page = try await ward.browser.open("/people/\(id)")
            #expect(page.status == 200 && !page.text.contains("/people/\(id)/kit"))
            #expect(try await ward.browser.open("/people/\(id)/kit").status == 404)
            let sent = try await ward.send("/people/\(id)/kit", from: "/help", ["barcode": "FU-KIT-2025110701-X"])
            #expect(sent.status == 404)
        }
    }

    @Test func `is invited to an account for the record, with a second administrator if the address is new`()
        async throws
    {
        try await Scene.run { scene in
            try await scene.manager { browser, person in
                let id = try record(try await browser.fill("/people/new", Self.ada))
                let path = "/people/\(id)/invite"
                #expect(try await browser.open("/people/\(id)").text.contains("href=\"\(path)\""))
                #expect(try await browser.open(path).text.contains("value=\"ada@example.org\""))
                let wrong = try await browser.fill(path, ["email": "a\"b"])
                #expect(wrong.status == 422 && wrong.text.contains("value=\"a&quot;b\""))
                let taken = try await browser.fill(path, ["email": person.email])
                #expect(taken.status == 422 && taken.text.contains("has an account already"))
                let made = try await browser.fill(path, ["email": "ada@example.org"])
                let place = try #require(made.headers[.location])
                #expect(place.hasPrefix("/accounts/invitations/") && place.hasSuffix("?done=inviteSent"))
                #expect(try await browser.open(place).text.contains("Ada &lt;b&gt; Otieno"))
                let secret = try await scene.mailedSecret(to: "ada@example.org")
                let confirmed = try await scene.post(
                    "/api/v1/auth/confirm", #"{"token": "\#(secret)", "password": "\#(Scene.password)"}"#)
                #expect(confirmed.status == 201, "\(confirmed.text)")
                let other = try await browser.fill(path, ["email": "other@example.org"])
                #expect(other.headers[.location]?.hasSuffix("?done=inviteAwaits") == true)
            }
        }
    }
}
