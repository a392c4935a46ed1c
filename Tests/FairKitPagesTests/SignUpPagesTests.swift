import FairKitCore
import FairKitService
import FairKitStore
import HTTPSupport
import HTTPTypes
import Support
import Testing

private let email = "ada@example.org"

@Suite struct `A patient who registers at the pages` {
    /// What is typed on the last page.
    private let details = [
        "given": "Ada", "family": "Otieno", "day": "29", "month": "2", "year": "1980", "zone": "Africa/Nairobi",
        "clinicians": "yes", "research": "no", "partners": "no", "newPassword": Scene.password, "again": Scene.password,
    ]

    /// Asks for a mail.
    ///
    /// - Returns: the page that takes its code, and what its form sends.
    private func ask(
        _ browser: inout Browser, _ address: String = email, after mail: String = ""
    ) async throws -> (page: String, mail: String) {
        let sent = try await browser.send("/register", ["email": address, "mail": mail])
        #expect(sent.status == 303)
        let page = try #require(sent.headers[.location])
        return (page, String(try #require(page.split(separator: "mail=").last)))
    }

    private func prove(_ browser: inout Browser, of scene: Scene) async throws {
        let (_, mail) = try await ask(&browser)
        let code = try await scene.mailedCode(to: email)
        let typed = "\(code.prefix(3)) \(code.suffix(3))"
        let sent = try await browser.send("/register/code", ["mail": mail, "mailedCode": typed])
        #expect(sent.status == 303 && sent.headers[.location] == "/register/details")
    }

    @Test func `types the code of the mail, says who they are, and is signed in`() async throws {
        try await Scene.run { scene in
            var browser = Browser(scene)
            #expect(try await browser.open("/sign-in").text.contains("href=\"/register\""))
            #expect(try await browser.open("/register").text.contains("name=\"email\""))
            try await prove(&browser, of: scene)
            let page = try await browser.open("/register/details")
            #expect(page.text.contains("Your address ada@example.org is confirmed."))
            #expect(!page.text.contains(" checked"), "no consent is given before it is asked for")
            let made = try await browser.send("/register/details", details)
            #expect(made.status == 303 && made.headers[.location] == "/home")
            let home = try await browser.open("/home")
            #expect(home.status == 200 && home.text.contains("Ada Otieno"))
            #expect(browser.cookies.keys.allSatisfy { !$0.contains("register") }, "the proof is forgotten")
            let address = try #require(MailAddress(email))
            let stored = try await scene.house.store.read { (tx) throws(DatabaseError) in
                try tx.account(email: address)?.role.profile.flatMap {
                    (id) throws(DatabaseError) in try tx.profile(id)
                }
            }
            let consents = try #require(stored).details.consents
            #expect(consents.clinicians && !consents.research && !consents.partners)
            #expect(
                stored?.details.birthDate == CalendarDate("1980-02-29") && stored?.details.timeZone == "Africa/Nairobi")
        }
    }

    /// Trap 105.
    @Test func `is told what is missing, and keeps what was typed, but no password`() async throws {
        try await Scene.run { scene in
            var browser = Browser(scene)
            #expect(try await browser.send("/register", ["email": "x"]).status == 422)
            let (page, mail) = try await ask(&browser)
            #expect(try await browser.send("/register/code", ["mail": mail]).status == 422)
            #expect(try await browser.open(page).status == 200)
            #expect(try await browser.open("/register/code").status == 303, "no mail was asked for")
            #expect(try await browser.open("/register/details").headers[.location] == "/register")
            scene.house.time.advance(by: .seconds(61))
            try await prove(&browser, of: scene)
            let empty = try await browser.send("/register/details", [:])
            #expect(empty.status == 422 && empty.text.contains("<title>Error: "))
            for field in ["family", "day", "clinicians", "research", "partners", "newPassword"] {
                #expect(empty.text.contains("<a href=\"#\(field)\">"), "\(field)")
            }
            var half = details
            (half["partners"], half["again"], half["family"]) = (nil, "another one", "<b>Otieno")
            let refused = try await browser.send("/register/details", half)
            #expect(refused.status == 422 && refused.text.contains("value=\"&lt;b&gt;Otieno\""))
            #expect(refused.text.contains("name=\"clinicians\" value=\"yes\" checked"))
            #expect(!refused.text.contains(Scene.password))
            half["again"] = Scene.password
            half["partners"] = "no"
            half["year"] = "1780"
            #expect(try await browser.send("/register/details", half).text.contains("href=\"#day\""))
        }
    }

    @Test func `learns nothing about an address, whether it has an account or not`() async throws {
        try await Scene.run { scene in
            _ = try await scene.patient("known@example.org")
            scene.house.time.advance(by: .seconds(61))
            var pages: [String] = []
            for address in ["known@example.org", "new@example.org"] {
                var browser = Browser(scene)
                let (page, mail) = try await ask(&browser, address)
                let shown = try await browser.open(page)
                for code in ["000000", "000001"] {
                    let wrong = try await browser.send("/register/code", ["mail": mail, "mailedCode": code])
                    pages.append("\(wrong.status) \(wrong.text)".replacing(mail, with: "-"))
                }
                pages.append("\(shown.status) \(shown.text)".replacing(mail, with: "-"))
            }
            #expect(Array(pages[0...2]) == Array(pages[3...5]))
            #expect(pages[0].hasPrefix("422"))
            #expect(try await scene.mailedLink(to: "known@example.org").contains("/reset#"), "a mail of another kind")
        }
    }

    @Test func `may type the code of an earlier mail, since another one is not sent at once`() async throws {
        try await Scene.run { scene in
            var browser = Browser(scene)
            let (_, first) = try await ask(&browser)
            let code = try await scene.mailedCode(to: email)
            let (_, mail) = try await ask(&browser, after: first)
            #expect(mail.hasSuffix(".\(first)"))
            #expect(try await scene.mailedCode(to: email) == code, "no other mail was sent")
            #expect(
                try await browser.send("/register/code", ["mail": mail, "mailedCode": code]).headers[.location]
                    == "/register/details")
        }
    }

    @Test func `has five tries and an hour for a code`() async throws {
        try await Scene.run { scene in
            var browser = Browser(scene)
            let (_, mail) = try await ask(&browser)
            let code = try await scene.mailedCode(to: email)
            let wrong = code == "000000" ? "000001" : "000000"
            for _ in 1...5 {
                let sent = try await browser.send("/register/code", ["mail": mail, "mailedCode": wrong])
                #expect(sent.status == 422 && sent.text.contains("was tried too often"))
            }
            #expect(try await browser.send("/register/code", ["mail": mail, "mailedCode": code]).status == 422)
            scene.house.time.advance(by: .seconds(61))
            let (_, another) = try await ask(&browser)
            let late = try await scene.mailedCode(to: email)
            scene.house.time.advance(by: .seconds(3600))
            #expect(try await browser.send("/register/code", ["mail": another, "mailedCode": late]).status == 422)
            // The link of the mail stays valid for apps.
            let secret = try await scene.mailedSecret(to: email)
            #expect(try await scene.post("/api/v1/auth/link", #"{"token": "\#(secret)"}"#).status == 200)
        }
    }

    @Test func `reads what the clinic has to say before`() async throws {
        try await Scene.run { scene in
            let notice = ConsentNotice(
                id: .new(at: scene.house.time.now), text: "<b>One\nTwo", url: "https://clinic.example.org/privacy")
            _ = try await scene.house.tenancy.accounts.changeSettings(["consent-notice": notice.stored], by: .command)
            var browser = Browser(scene)
            try await prove(&browser, of: scene)
            let page = try await browser.open("/register/details").text
            #expect(page.contains("<p>&lt;b&gt;One</p><p>Two</p>"))
            #expect(page.contains("<a href=\"https://clinic.example.org/privacy\" rel=\"noreferrer\">"))
            #expect(try await browser.send("/register/details", details).headers[.location] == "/home")
        }
    }

    /// Trap 83.
    @Test func `makes one account by two presses`() async throws {
        try await Scene.run { scene in
            var browser = Browser(scene)
            try await prove(&browser, of: scene)
            var second = browser
            #expect(try await browser.send("/register/details", details).headers[.location] == "/home")
            let again = try await second.send("/register/details", details)
            #expect(again.status == 303 && again.headers[.location] == "/sign-in?done=registrationOver")
            let page = try await second.open("/sign-in?done=registrationOver")
            #expect(page.text.contains("If you have just made your account, sign in."))
        }
    }

    @Test func `needs an invitation if registration is closed`() async throws {
        try await Scene.run { scene in
            var browser = Browser(scene)
            try await prove(&browser, of: scene)
            _ = try await scene.house.tenancy.accounts.changeSettings(["registration": "closed"], by: .command)
            let front = try await browser.open("/sign-in")
            #expect(!front.text.contains("/register") && front.text.contains("for an invitation."))
            let page = try await browser.open("/register")
            #expect(page.status == 200 && !page.text.contains("<form") && page.text.contains("for an invitation."))
            #expect(try await browser.send("/register", ["email": "new@example.org"]).headers[.location] == "/register")
            let late = try await browser.send("/register/details", details)
            #expect(late.headers[.location] == "/sign-in?done=registrationOver")
            #expect(try await scene.login(email).status == 401)
        }
    }
}

@Suite struct `A person who follows the link of a mail` {
    private func send(
        _ path: String, _ link: String, _ more: [String: String] = [:], in browser: inout Browser
    ) async throws -> Scene.Reply {
        try await browser.send(path, more.merging(["link": link]) { $1 })
    }

    private let chosen = ["do": "choose", "newPassword": "three unrelated words", "again": "three unrelated words"]

    @Test func `accepts an invitation, and sees whose it is before`() async throws {
        try await Scene.run { scene in
            try await scene.invite("clinician", "cleo@example.org")
            let link = try await scene.mailedLink(to: "cleo@example.org")
            #expect(link.hasPrefix("https://kit.example.org/invitation#"))
            var browser = Browser(scene)
            let page = try await browser.open("/invitation", from: "cross-site")
            #expect(page.status == 200 && page.text.contains("data-fragment"))
            // Without script the whole link is pasted.
            let shown = try await send("/invitation", link, in: &browser)
            #expect(shown.status == 200 && shown.text.contains("<dd>clinician</dd>"))
            #expect(shown.text.contains("<dd>cleo@example.org</dd>"))
            let secret = try Browser.hidden("link", in: shown)
            let short = try await send(
                "/invitation", secret, ["do": "choose", "newPassword": "short", "again": "short"], in: &browser)
            #expect(short.status == 422 && short.text.contains("at least 12 characters"))
            let personal = try await send(
                "/invitation", secret, ["do": "choose", "newPassword": "cleo clinician", "again": "cleo clinician"],
                in: &browser)
            #expect(personal.status == 422 && !personal.text.contains("cleo clinician"))
            let done = try await send("/invitation", secret, chosen, in: &browser)
            #expect(done.status == 303 && done.headers[.location] == "/sign-in?done=accountMade")
            #expect(try await browser.open("/sign-in?done=accountMade").text.contains("Your account is ready."))
            #expect(try await scene.login("cleo@example.org", "three unrelated words").status == 200)
            let again = try await send("/invitation", secret, chosen, in: &browser)
            #expect(again.status == 422 && again.text.contains("does not work any more"))
        }
    }

    @Test func `chooses a new password, and signs in with it`() async throws {
        try await Scene.run { scene in
            let ada = try await scene.patient()
            scene.house.time.advance(by: .seconds(61))
            var browser = Browser(scene)
            #expect(try await browser.send("/forgotten", ["email": ada.email]).status == 200)
            let link = try await scene.mailedLink(to: ada.email)
            #expect(link.hasPrefix("https://kit.example.org/reset#"))
            #expect(try await send("/reset", "", in: &browser).status == 422)
            #expect(try await send("/reset", "https://kit.example.org/reset#fi_x", in: &browser).status == 422)
            #expect(try await send("/invitation", link, in: &browser).status == 422, "of another kind")
            let done = try await send("/reset", link, chosen, in: &browser)
            #expect(done.status == 303 && done.headers[.location] == "/sign-in?done=passwordChosen")
            #expect(try await scene.login(ada.email).status == 401)
            #expect(try await scene.login(ada.email, "three unrelated words").status == 200)
        }
    }

    /// Traps 63 and 64: what opens a link and presses what is there, types nothing.
    @Test func `loses nothing by a scanner that opens it and presses each button`() async throws {
        try await Scene.run { scene in
            let ada = try await scene.patient()
            scene.house.time.advance(by: .seconds(61))
            try await scene.invite("clinician", "cleo@example.org")
            let ben = try await scene.stranger("ben@example.org")
            var own = Browser(scene)
            _ = try await own.signIn(as: ben)
            let token = try Browser.token(in: try await own.open("/profile/email"))
            let change = ["email": "grace@example.org", "password": ben.password, "token": token]
            #expect(try await own.send("/profile/email", change).status == 303)
            _ = try await own.send("/register", ["email": "new@example.org"])
            _ = try await own.send("/forgotten", ["email": ada.email])
            let receivers = ["cleo@example.org", ada.email, "grace@example.org", "new@example.org"]
            var scanner = Browser(scene)
            for receiver in receivers {
                let link = try await scene.mailedLink(to: receiver)
                let parts = link.dropFirst("https://kit.example.org".count).split(separator: "#")
                let (page, secret) = (String(parts[0]), String(parts[1]))
                let opened = try await scanner.open(page, from: nil)
                guard opened.status == 200 else { continue }
                let path = String(page.prefix { $0 != "?" })
                for typed in [["link": secret], ["link": secret, "do": "choose"], ["mail": page, "mailedCode": ""]] {
                    let pressed = try await scanner.send(path, typed)
                    #expect([200, 422].contains(pressed.status), "\(page) is answered \(pressed.status)")
                }
            }
            for receiver in receivers {
                let secret = try await scene.mailedSecret(to: receiver)
                let link = try await scene.post("/api/v1/auth/link", #"{"token": "\#(secret)"}"#)
                #expect(link.status == 200, "the link to \(receiver) still works")
            }
            #expect(try await scene.login(ada.email).status == 200)
        }
    }
}
