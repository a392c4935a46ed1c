import FairKitCore
import FairKitService
import FairKitStore
import HTTPSupport
import HTTPTypes
import KeyRing
import Support
import Testing

@Suite struct `A person who looks after their account at the pages` {
    /// Trap 105.
    @Test(arguments: [
        "/profile/password", "/profile/factor", "/profile/sessions", "/profile/email", "/profile/email/code",
        "/profile/contacts",
    ])
    func `is told what an empty form lacks`(path: String) async throws {
        try await Scene.run { scene in
            try await scene.signedIn { browser, _ in
                let sent = try await browser.fill(path, [:])
                #expect(sent.status == 422 && sent.text.contains("<title>Error: "))
                #expect(sent.text.contains("id=\"summary\""))
            }
        }
    }

    @Test func `changes the password, which signs the other devices out`() async throws {
        try await Scene.run { scene in
            try await scene.signedIn { browser, person in
                var other = Browser(scene)
                _ = try await other.signIn(as: person)
                let new = "three unrelated words"
                let differs = ["password": person.password, "newPassword": new, "again": "four unrelated words"]
                let refused = try await browser.fill("/profile/password", differs)
                #expect(refused.status == 422 && refused.text.contains("Type the same twice."))
                #expect(!refused.text.contains(new) && !refused.text.contains(person.password), "never a password")
                let short = ["password": person.password, "newPassword": "short", "again": "short"]
                #expect(
                    try await browser.fill("/profile/password", short).text.contains("at least 12 characters"))
                let foreign = ["password": "x", "newPassword": new, "again": new]
                #expect(try await browser.fill("/profile/password", foreign).text.contains("not your password"))
                let right = ["password": person.password, "newPassword": new, "again": new]
                let sent = try await browser.fill("/profile/password", right)
                #expect(sent.status == 303 && sent.headers[.location]?.hasPrefix("/profile/security?done=") == true)
                #expect(
                    try await browser.open("/profile/security?done=ownPasswordChanged").text.contains("is changed."))
                #expect(try await other.open("/home").status == 303, "signed out")
                #expect(try await scene.login(person.email).status == 401)
                #expect(try await scene.login(person.email, new).status == 200)
            }
        }
    }

    @Test func `signs another device out by the password, and stays signed in`() async throws {
        try await Scene.run { scene in
            try await scene.signedIn { browser, person in
                var other = Browser(scene)
                _ = try await other.send(
                    "/sign-in", ["email": person.email, "password": person.password, "next": ""], from: "same-origin",
                    ["User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) AppleWebKit/605 <b>Safari/605</b>"])
                let page = try await browser.open("/profile/sessions")
                #expect(page.text.contains("Safari on iPhone") && !page.text.contains("<b>Safari/605"))
                let device = try #require(
                    page.text.split(separator: "<label class=\"choice\">").first { $0.contains("Safari on iPhone") })
                let id = try #require(device.firstMatch(of: #/value="([^"]+)"/#)).1
                let foreign = ["session": String(id), "password": "x"]
                let refused = try await browser.fill("/profile/sessions", foreign)
                #expect(refused.status == 422 && refused.text.contains("value=\"\(id)\" checked"), "the choice is kept")
                #expect(try await other.open("/home").status == 200)
                let right = ["session": String(id), "password": person.password]
                #expect(try await browser.fill("/profile/sessions", right).status == 303)
                #expect(try await other.open("/home").status == 303)
                #expect(try await browser.open("/profile/sessions").status == 200)
            }
        }
    }

    /// Trap 93: on the telephone itself, the link and the text do what the picture does elsewhere.
    @Test func `sets up a second factor, gets other backup codes, and switches it off`() async throws {
        try await Scene.run { scene in
            try await scene.signedIn { browser, person in
                let asked = ["do": "app", "password": person.password]
                let page = try await browser.fill("/profile/factor", asked)
                #expect(
                    page.status == 200 && page.text.contains("href=\"otpauth://totp/") && page.text.contains("<svg"))
                let secret = try #require(page.text.firstMatch(of: #/<span class="code">([A-Z2-7]{20,})<\/span>/#)).1
                let mfa = try OneTimePassword(
                    Scene.Reply(status: 200, headers: [:], text: #"{"secret": "\#(secret)"}"#))
                let token = try Browser.token(in: page)
                let wrong = try await browser.send("/profile/factor/code", ["token": token, "appCode": "000000"])
                #expect(wrong.status == 422 && !wrong.text.contains(secret), "the app has it already")
                let code = try mfa.code(at: scene.house.time.now)
                let codes = try await browser.send("/profile/factor/code", ["token": token, "appCode": code])
                #expect(codes.status == 200 && codes.text.contains("<h1>Your backup codes</h1>"))
                let backup = codes.text.matches(of: #/<li><span class="code">([^<]+)<\/span>/#).map { String($0.1) }
                #expect(backup.count == 10)
                #expect(try await browser.open("/profile/factor").text.contains("10 backup codes are left."))
                let uncoded = ["do": "off", "password": person.password, "code": ""]
                #expect(try await browser.fill("/profile/factor", uncoded).text.contains("or a backup code."))
                let renewed = ["do": "codes", "password": person.password, "code": backup[0]]
                let others = try await browser.fill("/profile/factor", renewed)
                #expect(others.status == 200 && !others.text.contains(backup[1]))
                scene.house.time.advance(by: .seconds(60))
                let off = ["do": "off", "password": person.password, "code": try mfa.code(at: scene.house.time.now)]
                #expect(try await browser.fill("/profile/factor", off).status == 303)
                #expect(!(try await browser.open("/profile/factor").text.contains("name=\"code\"")))
            }
        }
    }

    @Test func `as a clinician can't switch the second factor off, and finds no button for it`() async throws {
        try await Scene.run { scene in
            let doctor = try await scene.staff("clinician", "cleo@example.org")
            var browser = Browser(scene)
            _ = try await browser.signIn(as: doctor)
            #expect(!(try await browser.open("/profile/factor").text.contains("value=\"off\"")))
            let off = ["do": "off", "password": doctor.password, "code": doctor.backupCodes.first ?? ""]
            #expect(try await browser.fill("/profile/factor", off).status == 422)
        }
    }

    @Test func `asks for another address, and both addresses are told`() async throws {
        try await Scene.run { scene in
            try await scene.signedIn { browser, person in
                let same = ["email": person.email, "password": person.password]
                let refused = try await browser.fill("/profile/email", same)
                #expect(refused.status == 422 && refused.text.contains("other than your present one"))
                let asked = ["email": "grace@example.org", "password": person.password]
                #expect(try await browser.fill("/profile/email", asked).status == 303)
                let mails = try await scene.house.store.read { (tx) throws(DatabaseError) in try tx.mails() }
                #expect(mails.contains { $0.recipient == "grace@example.org" && $0.notice.kind == .emailChange })
                #expect(mails.contains { $0.recipient == person.email && $0.notice.kind == .emailChangeAsked })
                #expect(try await browser.open("/profile/email").text.contains("You sign in with ada@example.org"))
            }
        }
    }

    @Test func `changes the address by the code that was mailed there`() async throws {
        try await Scene.run { scene in
            try await scene.signedIn { browser, person in
                let page = "/profile/email/code"
                let none = try await browser.fill(page, ["mailedCode": "123456"])
                #expect(none.status == 422, "nothing was asked for")
                let asked = ["email": "grace@example.org", "password": person.password]
                let sent = try await browser.fill("/profile/email", asked)
                #expect(sent.headers[.location] == "\(page)?done=ownEmailAsked")
                #expect(
                    try await scene.mailedLink(to: "grace@example.org").hasPrefix("https://kit.example.org\(page)#"))
                let code = try await scene.mailedCode(to: "grace@example.org")
                let wrong = try await browser.fill(page, ["mailedCode": code == "000000" ? "000001" : "000000"])
                #expect(wrong.status == 422 && none.text.contains("or was tried too often."))
                #expect(wrong.text.contains("or was tried too often."), "the same words")
                #expect(try await browser.fill(page, ["mailedCode": "12"]).status == 422)
                var stranger = Browser(scene)
                _ = try await stranger.signIn(as: try await scene.stranger("ben@example.org"))
                #expect(try await stranger.fill(page, ["mailedCode": code]).status == 422, "not theirs")
                let right = try await browser.fill(page, ["mailedCode": code])
                #expect(right.status == 303 && right.headers[.location] == "/profile/security?done=ownEmailChanged")
                #expect(try await browser.open("/profile/security").text.contains("grace@example.org"))
                #expect(try await scene.login(person.email).status == 401)
                #expect(try await scene.login("grace@example.org").status == 200)
            }
        }
    }

    @Test func `adds a contact, proves it by the code that was sent there, and removes it`() async throws {
        try await Scene.run { scene in
            try await scene.signedIn { browser, _ in
                let malformed = try await browser.fill("/profile/contacts", ["kind": "email", "address": "<b>x"])
                #expect(malformed.status == 422 && malformed.text.contains("value=\"&lt;b&gt;x\""))
                let added = try await browser.fill(
                    "/profile/contacts", ["kind": "email", "address": "Ada@Work.example"])
                #expect(added.status == 303)
                let path = try #require(added.headers[.location])
                let id = try #require(ContactPointID(String(path.split(separator: "/").last ?? "")))
                #expect(try await browser.open("/profile/contacts").text.contains("waits for its code"))
                #expect(try await browser.fill(path, ["do": "prove", "contactCode": "12"]).status == 422)
                let code = try await scene.house.store.read { (tx) throws(DatabaseError) in
                    try tx.waitingSends(to: id).first.flatMap { (send) throws(DatabaseError) in
                        try tx.notice(send.notice)?.facts.code
                    }
                }
                let digits = try #require(code)
                let wrong = digits == "123456" ? "123457" : "123456"
                #expect(try await browser.fill(path, ["do": "prove", "contactCode": wrong]).status == 422)
                let spaced = "\(digits.prefix(3)) \(digits.suffix(3))"
                #expect(try await browser.fill(path, ["do": "prove", "contactCode": spaced]).status == 303)
                #expect(try await browser.open("/profile/contacts").text.contains("in use"))
                var other = Browser(scene)
                _ = try await other.signIn(as: try await scene.patient("ben@example.org"))
                #expect(try await other.open(path).status == 404, "another person's")
                #expect(try await browser.fill(path, [:]).status == 422)
                #expect(try await browser.fill(path, ["do": "remove"]).status == 303)
                #expect(!(try await browser.open("/profile/contacts").text.contains("ada@work.example")))
            }
        }
    }

    @Test func `removes a device that shows them messages, and no other person's`() async throws {
        try await Scene.run { scene in
            try await scene.signedIn { browser, person in
                #expect(try await browser.open("/profile/devices").text.contains("No device shows you messages"))
                let token = String(repeating: "ab", count: 32)
                let added = try await scene.send(
                    .post, "/api/v1/mobile/devices", as: person,
                    json: #"{"deviceToken": "apns:\#(token)", "platform": "ios", "label": "Ada's <phone>"}"#)
                #expect(added.status == 201, "\(added.text)")
                let id = try #require(try added.json["id"]?.text)
                let page = try await browser.open("/profile/devices")
                #expect(page.text.contains("Ada&#39;s &lt;phone&gt;") && !page.text.contains(token))
                let path = "/profile/devices/\(id)/remove"
                #expect(page.text.contains("action=\"\(path)\""))
                var other = Browser(scene)
                _ = try await other.signIn(as: try await scene.patient("ben@example.org"))
                _ = try await other.fill("/profile/devices", [:], to: path)
                #expect(try await browser.open("/profile/devices").text.contains(id), "it is not theirs")
                let removed = try await browser.fill("/profile/devices", [:], to: path)
                #expect(removed.headers[.location] == "/profile/devices?done=ownDeviceRemoved")
                #expect(!(try await browser.open("/profile/devices").text.contains(id)))
            }
        }
    }

    @Test func `chooses messages and quiet hours, and can't lose critical alerts by an empty form`() async throws {
        try await Scene.run { scene in
            try await scene.signedIn { browser, person in
                let empty = try await browser.fill("/profile/notices", [:])
                #expect(empty.status == 422)
                let half = try await browser.fill(
                    "/profile/notices", ["critical": "email", "from": "25:00", "to": ""])
                #expect(half.status == 422 && half.text.contains("value=\"25:00\""))
                let chosen = [
                    "critical": "email", "from": "22:00", "to": "7.30", "test_result-email": "on", "showsValues": "on",
                ]
                #expect(try await browser.fill("/profile/notices", chosen).status == 303)
                let page = try await browser.open("/profile/notices")
                #expect(
                    page.text.contains("value=\"07:30\"")
                        && page.text.contains("name=\"showsValues\" value=\"on\" checked"))
                #expect(!page.text.contains("name=\"reminder-email\" value=\"on\" checked"))
                let stored = try await scene.send(.get, "/api/v1/auth/me/preferences", as: person)
                #expect(
                    stored.text.contains(#""CRITICAL_ALERT":{"email":true"#) || stored.text.contains(#""email":true"#))
            }
        }
    }

    @Test func `sees the address of the calendar once`() async throws {
        try await Scene.run { scene in
            try await scene.signedIn { browser, _ in
                #expect(try await browser.fill("/profile/calendar", [:]).status == 422)
                let page = try await browser.fill("/profile/calendar", ["do": "open"])
                #expect(page.status == 200 && page.text.contains("https://kit.example.org/calendar/"))
                #expect(!(try await browser.open("/profile/calendar").text.contains("kit.example.org/calendar/")))
                #expect(try await browser.fill("/profile/calendar", ["do": "close"]).status == 303)
            }
        }
    }

    @Test func `reads what they were told, and marks it as read`() async throws {
        try await Scene.run { scene in
            let person = try await scene.patient()
            try await scene.register("FU-KIT-2025110701-X", by: person)
            var browser = Browser(scene)
            _ = try await browser.signIn(as: person)
            let page = try await browser.open("/notices")
            #expect(page.status == 200 && page.text.contains("Mark all as read"))
            #expect(try await browser.fill("/notices", [:]).status == 422)
            #expect(try await browser.fill("/notices", ["do": "read"]).status == 303)
            #expect(!(try await browser.open("/notices").text.contains("Mark all as read")))
        }
    }
}
