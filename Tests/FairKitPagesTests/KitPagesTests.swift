import FairKitCore
import FairKitService
import HTTPSupport
import HTTPTypes
import Support
import Testing

@Suite struct `A patient with test kits` {
    private static let code = "FU-KIT-2025110701-X"

    private func patient(_ body: @Sendable @escaping (Scene, Person, inout Browser) async throws -> Void) async throws {
        try await Scene.run { scene in
            let person = try await scene.patient()
            var browser = Browser(scene)
            _ = try await browser.signIn(as: person)
            try await body(scene, person, &browser)
        }
    }

    private func token(_ browser: inout Browser) async throws -> String {
        try Browser.token(in: try await browser.open("/kits/new"))
    }

    /// The hidden fields of the page that reads a kit back.
    private func hidden(_ page: Scene.Reply) -> [String: String] {
        let fields = page.text.matches(of: #/<input type="hidden" name="(\w+)" value="([^"]*)">/#)
        return Dictionary(fields.map { (String($0.1), String($0.2)) }) { $1 }
    }

    @Test func `begins with the one button that helps`() async throws {
        try await patient { _, _, browser in
            let kits = try await browser.open("/kits")
            #expect(kits.text.contains("You have registered no test kit yet"))
            #expect(kits.text.contains("href=\"/kits/new\""))
            let page = try await browser.open("/kits/new")
            #expect(page.text.contains(#"accept="image/*" capture="environment""#))
            #expect(page.text.contains("name=\"barcode\""), "the typed code is in sight, too")
        }
    }

    @Test func `registers a kit by photo, after it was read back`() async throws {
        try await patient { scene, _, browser in
            let photo = try TestHouse.photo("kit-01.jpg")
            try await scene.issue(Self.code)
            let check = try await browser.send("/kits/new", ["token": try await token(&browser)], photo: photo)
            #expect(check.status == 200 && check.text.contains("<h1>Is this right?</h1>"), "\(check.text)")
            for words in ["Ada Otieno", "29 February 1980", "Read from your photo", "Change the code"] {
                #expect(check.text.contains(words), "\(words)")
            }
            #expect(try await browser.open("/kits").text.contains("no test kit yet"), "nothing is stored before")
            let done = try await browser.send("/kits/register", hidden(check))
            let place = try #require(done.headers[.location])
            #expect(done.status == 303 && place.hasSuffix("?done=kitRegistered"))
            let kit = try await browser.open(place)
            #expect(kit.text.contains("The kit is registered.") && kit.text.contains("aria-current=\"step\""))
            #expect(kit.text.contains("Post your sample by") && kit.text.contains("I have posted the sample"))
            let id = String(place.dropFirst("/kits/".count).prefix { $0 != "?" })
            let stored = try await scene.get("/api/v1/test-kits/\(id)", as: .administrator)
            #expect(try stored.json["readFrom"]?.text == "photo")
            let posted = try await browser.send("/kits/\(id)/mailed", ["token": hidden(check)["token"] ?? ""])
            #expect(posted.status == 303)
            let after = try await browser.open(try #require(posted.headers[.location])).text
            #expect(after.contains("Your sample is on its way") && !after.contains("I have posted the sample"))
        }
    }

    @Test func `registers by a photo though a mistyped code still stands in its field`() async throws {
        try await patient { scene, _, browser in
            let photo = try TestHouse.photo("kit-01.jpg")
            try await scene.issue(Self.code)
            let fields = ["token": try await token(&browser), "barcode": "FU-KIT-2025110701-Y"]
            let typed = try await browser.send("/kits/new", fields, photo: [])
            #expect(typed.status == 422, "the code alone is refused")
            let check = try await browser.send("/kits/new", fields, photo: photo)
            #expect(check.status == 200 && check.text.contains("Read from your photo"))
        }
    }

    @Test func `can't say that a photo was read which was not`() async throws {
        try await patient { scene, _, browser in
            try await scene.issue(Self.code)
            let page = try await browser.send("/kits/new", ["token": try await token(&browser), "barcode": Self.code])
            #expect(page.status == 200 && page.text.contains("Typed by you"))
            var fields = hidden(page)
            fields["read"] = Self.code
            let done = try await browser.send("/kits/register", fields)
            let place = try #require(done.headers[.location])
            let id = place.dropFirst("/kits/".count).prefix { $0 != "?" }
            let stored = try await scene.get("/api/v1/test-kits/\(id)", as: .administrator)
            #expect(try stored.json["readFrom"]?.text == "typed")
        }
    }

    @Test(arguments: [
        ("FU-KIT-2025110701-Y", "does not fit the digits 2025 1107 01"), ("FU-KIT-202511070-X", "ten digits"),
        ("FU-KIT-2O25110701-X", "A letter O may be a zero"), ("ABC", "they begin with FU-KIT-"),
        ("", "Take a photo of the barcode, or type the code."),
    ])
    func `learns what is wrong with a typed code, which is kept`(typed: String, advice: String) async throws {
        try await patient { _, _, browser in
            let token = try await token(&browser)
            let page = try await browser.send("/kits/new", ["token": token, "barcode": typed], photo: [])
            #expect(page.status == 422 && page.text.contains("<title>Error: "))
            #expect(page.text.contains(advice) && page.text.contains("id=\"summary\""), "\(page.text)")
            #expect(page.text.contains("value=\"\(typed)\""))
        }
    }

    @Test func `is told how to take a better photo, and may go on with the typed code alone`() async throws {
        try await patient { scene, _, browser in
            try await scene.issue(Self.code)
            let token = try await token(&browser)
            let noise = try TestHouse.photo("foreign-01.jpg")
            let refused = try await browser.send(
                "/kits/new", ["token": token, "barcode": Self.code, "secret": "ABCD-EFGH"], photo: noise)
            #expect(refused.status == 422 && refused.text.contains("go on with the typed code alone"))
            #expect(refused.text.contains("value=\"\(Self.code)\"") && refused.text.contains("value=\"ABCD-EFGH\""))
            let broken = try await browser.send("/kits/new", ["token": token], photo: Array("no picture".utf8))
            #expect(broken.status == 422 && broken.text.contains("Photos are not kept: take it again."))
            let alone = try await browser.send("/kits/new", ["token": token, "barcode": Self.code], photo: [])
            #expect(alone.status == 200 && alone.text.contains("Typed by you"))
        }
    }

    @Test func `learns that a photo did not arrive, or was too large, and that nothing was stored`() async throws {
        try await patient { _, _, browser in
            let token = try await token(&browser)
            let empty = try await browser.send("/kits/new", ["token": token], photo: [])
            #expect(empty.status == 422 && empty.text.contains("Take a photo of the barcode, or type the code."))
            let start = "--b\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\n\(token)\r\n"
            let head = "--b\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"p.jpg\"\r\n\r\n"
            let half = try TestHouse.photo("kit-01.jpg").prefix(20_000)
            let broken = try await browser.send("/kits/new", parts: Array("\(start)\(head)".utf8) + half)
            #expect(broken.status == 400 && broken.text.contains("<h1>This was not understood</h1>"))
            let large = try await browser.send(
                "/kits/new", ["token": token], photo: [UInt8](repeating: 0, count: 20_100_000))
            #expect(large.status == 413 && large.text.contains("Send a shorter text or a smaller picture."))
            for page in [broken, large] { #expect(page.text.contains("No. Nothing of the form was stored.")) }
            #expect(try await browser.open("/kits").text.contains("no test kit yet"))
        }
    }

    @Test func `goes back to change the code, and nothing is lost`() async throws {
        try await patient { scene, _, browser in
            try await scene.issue(Self.code)
            let page = try await browser.send("/kits/new", ["token": try await token(&browser), "barcode": Self.code])
            var fields = hidden(page)
            fields["change"] = "code"
            let again = try await browser.send("/kits/register", fields)
            #expect(again.status == 200 && again.text.contains("value=\"\(Self.code)\""))
            #expect(again.text.contains("<h1>Register a test kit</h1>"))
        }
    }

    /// "Is this right?" is asked about what can be registered, and about nothing else.
    @Test(arguments: ["/kits/new", "/kits/register"])
    func `is led to a kit of their own, and reads that another person registered one`(path: String) async throws {
        try await patient { scene, person, browser in
            try await scene.register(Self.code, by: person)
            let own = try await browser.send(path, ["token": try await token(&browser), "barcode": Self.code])
            let place = try #require(own.headers[.location])
            #expect(own.status == 303 && place.hasSuffix("?done=kitOwnBefore"))
            let kit = try await browser.open(place)
            #expect(
                kit.text.contains("You have registered this kit already.") && kit.text.contains("Post your sample by"))
            var other = Browser(scene)
            _ = try await other.signIn(as: try await scene.patient("ben@example.org"))
            let its = try Browser.token(in: try await other.open("/kits/new"))
            let refused = try await other.send(path, ["token": its, "barcode": Self.code])
            #expect(refused.status == 422 && refused.text.contains("Another person has registered this kit"))
            #expect(refused.text.contains("t register this kit</h2>"))
            #expect(!refused.text.contains("is not registered yet") && !refused.text.contains("Is this right?"))
        }
    }

    @Test func `reads that the clinic did not send a kit, whom to ask, and keeps what was read and typed`() async throws
    {
        try await patient { scene, _, browser in
            let photo = try TestHouse.photo("kit-01.jpg")
            let fields = ["token": try await token(&browser), "secret": "ABCD-EFGH"]
            let refused = try await browser.send("/kits/new", fields, photo: photo)
            #expect(refused.status == 422 && refused.text.contains("Your clinic takes only kits that it has sent out"))
            #expect(refused.text.contains("Your clinic has given no telephone number here"))
            #expect(refused.text.contains("value=\"\(Self.code)\"") && refused.text.contains("value=\"ABCD-EFGH\""))
            #expect(refused.text.contains("You need not take the photo again."))
            _ = try await scene.house.tenancy.accounts.changeSettings(
                ["patient-contact": "+254201234567, Monday to Friday <8 to 17>"], by: .command)
            let again = try await browser.send("/kits/new", fields, photo: photo)
            #expect(again.text.contains("href=\"tel:+254201234567\"") && again.text.contains("&lt;8 to 17&gt;"))
            #expect(try await browser.open("/help").text.contains("Call +254201234567"))
            try await scene.issue(Self.code)
            var kept = hidden(again)
            (kept["barcode"], kept["secret"]) = (Self.code, "")
            let check = try await browser.send("/kits/new", kept, photo: [])
            #expect(check.status == 200 && check.text.contains("Read from your photo"))
            kept["barcode"] = KitCode.numbered(7)
            try await scene.issue(KitCode.numbered(7))
            let typed = try await browser.send("/kits/new", kept, photo: [])
            #expect(typed.status == 200 && typed.text.contains("Typed by you"), "another code was not in the photo")
        }
    }

    /// Codes are short: asking whether one can be registered counts as registering it.
    @Test func `can't try out codes of other people's kits`() async throws {
        try await patient { _, _, browser in
            let token = try await token(&browser)
            for number in 1...Kit.maxRefusedCodes {
                let fields = ["token": token, "barcode": KitCode.numbered(number)]
                #expect(try await browser.send("/kits/new", fields).text.contains("takes only kits"))
            }
            let stopped = try await browser.send("/kits/new", ["token": token, "barcode": Self.code])
            #expect(stopped.status == 422 && stopped.text.contains("Too many codes were refused"))
        }
    }

    @Test func `sends no photo form from another site, nor with another person's token`() async throws {
        try await patient { scene, _, browser in
            let photo = try TestHouse.photo("kit-01.jpg")
            #expect(try await browser.send("/kits/new", [:], photo: photo).status == 403)
            var other = Browser(scene)
            _ = try await other.signIn(as: try await scene.patient("ben@example.org"))
            let foreign = try Browser.token(in: try await other.open("/kits/new"))
            let refused = try await browser.send("/kits/new", ["token": foreign], photo: photo)
            #expect(refused.status == 403 && refused.text.contains("opened by another person"))
        }
    }

    @Test func `reads why a sample was rejected, and how to get a new kit`() async throws {
        try await patient { scene, person, browser in
            try await scene.register(Self.code, by: person)
            let rejected = try await scene.post(
                "/api/v1/test-kits/arrivals", as: .laboratory,
                json: #"{"kitCode": "\#(Self.code)", "status": "rejected", "reason": "The tube <was> broken"}"#)
            #expect(rejected.status == 200)
            let list = try await browser.open("/kits").text
            let link = try #require(list.firstMatch(of: #/href="(\/kits\/[0-9a-f-]{36})"/#))
            let kit = try await browser.open(String(link.1)).text
            #expect(kit.contains("The tube &lt;was&gt; broken"))
            #expect(kit.contains("Ask the organisation that sent the kit"))
            #expect(kit.contains("class=\"failed\""))
        }
    }

    @Test func `sees no kit of another person`() async throws {
        try await patient { scene, person, browser in
            try await scene.register(Self.code, by: person)
            let list = try await browser.open("/kits").text
            let link = String(try #require(list.firstMatch(of: #/href="(\/kits\/[0-9a-f-]{36})"/#)).1)
            var other = Browser(scene)
            _ = try await other.signIn(as: try await scene.patient("ben@example.org"))
            #expect(try await other.open(link).status == 404)
            #expect(try await other.open("/kits").text.contains("no test kit yet"))
        }
    }
}
