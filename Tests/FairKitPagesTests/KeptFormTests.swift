import FairKitCore
import FairKitPages
import FairKitService
import FoundationEssentials
import HTTPSupport
import HTTPTypes
import KeyRing
import Support
import Testing

/// Trap 80.
@Suite struct `A form that is sent after its session has ended` {
    private static let path = "/profile/details"
    private static let typed = [
        "given": "Ada <b>", "family": "Okoth", "day": "29", "month": "2", "year": "1980", "sex": "female", "phone": "",
        "version": "1",
    ]

    /// Fills in a form, loses the session, and sends the form, as a browser does that follows the redirect.
    private func sendLate(
        _ path: String, _ fields: [String: String], by browser: inout Browser
    ) async throws -> Scene.Reply {
        var fields = fields
        let page = try await browser.open(path)
        (fields["token"], fields["key"]) = (try Browser.token(in: page), try Browser.hidden("key", in: page))
        browser.keep(Browser.session, nil)
        let moved = try await browser.send(path, fields)
        #expect(moved.status == 307, "the browser sends its form once more")
        return try await browser.send(try #require(moved.headers[.location]), fields, ["Referer": "http://a\(path)"])
    }

    /// The form that a page asks to send: where to, and its fields.
    private func waiting(in page: Scene.Reply) throws -> (path: String, fields: [String: String]) {
        let path = try #require(page.text.firstMatch(of: #/<form method="post" action="([^"]+)"/#)).1
        let found = page.text.matches(of: #/<input type="hidden" name="(\w+)" value="([^"]*)">/#)
        let pairs = found.map { (String($0.1), String($0.2).replacing("&lt;", with: "<").replacing("&gt;", with: ">")) }
        return (String(path), Dictionary(pairs) { $1 })
    }

    private func credentials(_ person: Person, _ page: Scene.Reply) throws -> [String: String] {
        ["email": person.email, "password": person.password, "kept": try Browser.hidden("kept", in: page)]
    }

    @Test func `asks for the sign-in, and is then sent with all that was typed`() async throws {
        try await Scene.run { scene in
            try await scene.signedIn { browser, person in
                let asked = try await sendLate(Self.path, Self.typed, by: &browser)
                #expect(asked.status == 401 && asked.text.contains("with all that you typed"))
                #expect(try Browser.hidden("next", in: asked) == Self.path)
                #expect(!asked.text.contains("Okoth") && !asked.text.contains("1980"), "no one else reads it")
                var sent = try credentials(person, asked)
                sent["password"] = "not the one"
                let wrong = try await browser.send("/sign-in", sent)
                #expect(wrong.status == 422)
                let page = try await browser.send("/sign-in", try credentials(person, wrong))
                #expect(page.status == 200 && page.text.contains("<h1>Send what you had written</h1>"))
                #expect(page.text.contains("Ada &lt;b&gt;") && !page.text.contains("<b>"))
                let (path, fields) = try waiting(in: page)
                #expect(try await browser.send(path, fields).headers[.location] == "/profile/details?done=ownSaved")
                #expect(try await browser.open(Self.path).text.contains("value=\"Okoth\""))
                let again = try await browser.send(path, fields)
                #expect(again.headers[.location] == "/profile/details?done=ownSaved", "it is the same form still")
            }
        }
    }

    @Test func `waits for the second factor, too`() async throws {
        try await Scene.run { scene in
            let doctor = try await scene.staff("clinician", "cleo@example.org")
            var browser = Browser(scene)
            _ = try await browser.signIn(as: doctor)
            let asked = try await sendLate(Self.path, ["name": "Dr Cleo", "phone": ""], by: &browser)
            let step = try await browser.send("/sign-in", try credentials(doctor, asked))
            #expect(step.status == 200 && step.text.contains("<h1>One more step</h1>"))
            scene.house.time.advance(by: .seconds(60))
            let code = try #require(doctor.mfa).code(at: scene.house.time.now)
            let page = try await browser.send(
                "/sign-in/code", ["code": code, "kept": try Browser.hidden("kept", in: step)])
            let (path, fields) = try waiting(in: page)
            #expect(fields["name"] == "Dr Cleo")
            #expect(try await browser.send(path, fields).status == 303)
            #expect(try await browser.open("/profile").text.contains("<summary>Dr Cleo</summary>"))
        }
    }

    @Test func `waits for another language, and for a new second factor`() async throws {
        try await Scene.run { scene in
            let doctor = try await scene.staff("clinician", "cleo@example.org")
            var browser = Browser(scene)
            _ = try await browser.signIn(as: doctor)
            let asked = try await sendLate(Self.path, ["name": "Dr Cleo", "phone": ""], by: &browser)
            #expect(asked.text.contains("formaction=\"/sign-in/kept?language=es\""))
            #expect(!asked.text.contains("href=\"/sign-in?language="), "a link would lose the form")
            let kept = try Browser.hidden("kept", in: asked)
            let spanish = try await browser.send("/sign-in/kept?language=es", ["kept": kept, "next": Self.path])
            #expect(spanish.status == 401 && spanish.text.contains("<html lang=\"es\">"))
            #expect(try Browser.hidden("next", in: spanish) == Self.path)
            let path = "/api/v1/accounts/\(doctor.accountID)/mfa"
            #expect(try await scene.send(.delete, path, as: .administrator, type: nil, body: nil).status == 200)
            let step = try await browser.send("/sign-in", try credentials(doctor, spanish))
            #expect(step.status == 200 && step.text.contains("action=\"/sign-in/factor\""))
            let english = try await browser.send(
                "/sign-in/kept?language=en",
                ["kept": try Browser.hidden("kept", in: step), "step": "factor", "next": ""])
            #expect(english.text.contains("action=\"/sign-in/factor\"") && english.text.contains("<html lang=\"en\">"))
            let secret = try await browser.send("/sign-in/factor", ["kept": try Browser.hidden("kept", in: english)])
            let uri = try #require(secret.text.firstMatch(of: #/<span class="code">([A-Z2-7]+)<\/span>/#)).1
            let mfa = try OneTimePassword(Scene.Reply(status: 200, headers: [:], text: #"{"secret": "\#(uri)"}"#))
            let code = try mfa.code(at: scene.house.time.now)
            let page = try await browser.send(
                "/sign-in/code", ["code": code, "kept": try Browser.hidden("kept", in: secret)])
            #expect(page.text.contains("Your backup codes") && page.text.contains("Send what you had written"))
            let (action, fields) = try waiting(in: page)
            #expect(fields["name"] == "Dr Cleo" && action == Self.path)
            #expect(try await browser.send(action, fields).status == 303)
        }
    }

    /// Trap 81.
    @Test func `is shown and sent for no other account, and from no other site`() async throws {
        try await Scene.run { scene in
            let ben = try await scene.patient("ben@example.org")
            try await scene.signedIn { browser, person in
                let asked = try await sendLate(Self.path, Self.typed, by: &browser)
                let refused = try await browser.send("/sign-in", try credentials(ben, asked))
                #expect(refused.status == 403 && refused.text.contains("You are now signed in as"))
                #expect(!refused.text.contains("Okoth"))
                #expect(try await browser.open("/home").status == 200, "they are signed in all the same")
                var forged = try credentials(person, asked)
                forged["kept"] = String(try #require(forged["kept"]).dropLast(4)) + "AAAA"
                #expect(try await browser.send("/sign-in", forged).headers[.location] == "/home")
                browser.keep(Browser.session, nil)
                let planted = try await browser.send(Self.path, Self.typed, from: "cross-site")
                #expect(planted.status == 401 && !planted.text.contains("name=\"kept\""))
                let kept = try await browser.send("/sign-in/kept?to=/profile/details", Self.typed, from: "cross-site")
                #expect(kept.status == 403)
            }
        }
    }

    @Test func `carries no password and no code`() async throws {
        try await Scene.run { scene in
            try await scene.signedIn { browser, person in
                let fields = ["word": "ERASE", "do": "erase", "password": "my own secret", "code": "123456"]
                let asked = try await sendLate("/profile/erasure", fields, by: &browser)
                let page = try await browser.send("/sign-in", try credentials(person, asked))
                let (path, kept) = try waiting(in: page)
                #expect(kept["word"] == "ERASE" && kept["password"] == nil && kept["code"] == nil)
                let refused = try await browser.send(path, kept)
                #expect(refused.status == 422 && refused.text.contains("Type your present password."))
            }
        }
    }

    @Test func `leads to the sign-in if nothing was typed, and to words if it is too long`() async throws {
        try await Scene.run { scene in
            try await scene.signedIn { browser, _ in
                let empty = try await sendLate("/profile/password", ["password": "secret"], by: &browser)
                #expect(empty.headers[.location] == "/sign-in?next=%2Fprofile%2Fpassword")
                let nowhere = try await browser.send("/sign-in/kept?to=/nowhere", ["given": "Ada"])
                #expect(nowhere.headers[.location] == "/sign-in?next=")
                let long = try await browser.send(
                    "/sign-in/kept?to=/profile/details", ["given": String(repeating: "a", count: 33_000)])
                #expect(long.status == 401 && long.text.contains("what you typed is still there"))
            }
        }
    }

    /// Each field for a password or a code is in the list of those that are never carried. `Inputs.swift` says what such
    /// inputs have in common, and has no field.
    @Test func `knows every field for a password or a code`() throws {
        let folder = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" } + "/Sources/FairKitPages"
        var names: Set<String> = []
        for file in try FileManager.default.subpathsOfDirectory(atPath: folder)
        where file.hasSuffix(".swift") && !file.hasSuffix("/Inputs.swift") {
            let text = String(decoding: try Data(contentsOf: URL(filePath: "\(folder)/\(file)")), as: UTF8.self)
            for secret in text.matches(of: #/type="password"|one-time-code|: \.oneTimeCode|: \.password\(/#) {
                let before = text[..<secret.range.lowerBound].matches(of: #/field\(\s*"(\w+)"/#).last
                names.insert(String(try #require(before, "\(file)").1))
            }
        }
        #expect(names.count > 5 && names.isSubset(of: KeptForm.secrets), "\(names)")
    }
}
