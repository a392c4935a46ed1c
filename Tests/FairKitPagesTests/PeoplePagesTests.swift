import FairKitCore
import FairKitService
import HTTPSupport
import HTTPTypes
import KeyRing
import Support
import Testing
import TextEncodings

/// A clinician's browser in a clinic with patients.
struct Ward {
    let scene: Scene
    let clinician: Person
    var browser: Browser

    static func run(_ body: @Sendable @escaping (inout Ward) async throws -> Void) async throws {
        try await Scene.run { scene in
            let clinician = try await scene.staff("clinician", "cleo@example.org")
            var browser = Browser(scene)
            _ = try await browser.signIn(as: clinician)
            var ward = Ward(scene: scene, clinician: clinician, browser: browser)
            try await body(&ward)
        }
    }

    /// A person of the clinic; by default in the clinician's care, and with consent.
    func person(
        _ given: String = "Ada", _ family: String = "Otieno", born: String = "1980-02-29", identifier: String = "H-1",
        inCare: Bool = true, consents: Bool = true
    ) async throws -> String {
        let made = try await scene.post(
            "/api/v1/profiles", as: .administrator,
            json: """
                {"name": {"given": "\(given)", "family": "\(family)"}, "birthDate": "\(born)", "sex": "female",
                 "language": "en", "timeZone": "Africa/Nairobi", "consents": {"clinicians": \(consents)},
                 "identifiers": [{"system": "hospital", "value": "\(identifier)"}]}
                """)
        #expect(made.status == 201, "\(made.text)")
        let id = try #require(try made.json["id"]?.text)
        if inCare {
            let care = try await scene.post(
                "/api/v1/care-assignments", as: .administrator,
                json: #"{"accountId": "\#(clinician.accountID)", "profileId": "\#(id)"}"#)
            #expect(care.status == 201, "\(care.text)")
        }
        return id
    }

    /// A result of a person, as a laboratory reports it.
    func result(
        of person: String, _ value: String, kit: String = "FU-KIT-2025110701-X", reference: String = "N-1",
        day: String = "2026-11-20", unit: String = "mg/dL", more: String = ""
    ) async throws -> String {
        #expect(
            try await scene.post(
                "/api/v1/test-kits", as: .administrator, json: #"{"codes": ["\#(kit)"], "status": "shipped"}"#
            ).status == 200)
        let registered = try await scene.post(
            "/api/v1/test-kits/register", as: .administrator,
            json: #"{"barcode": "\#(kit)", "profileId": "\#(person)"}"#)
        #expect(registered.status == 201, "\(registered.text)")
        let made = try await scene.post(
            "/api/v1/results", as: .laboratory,
            json: """
                {"reference": "\(reference)", "kitCode": "\(kit)", "testDate": "\(day)",
                 "level": {"value": \(value), "unit": "\(unit)"}\(more)}
                """)
        #expect([201, 202].contains(made.status), "\(made.text)")
        return try #require(try made.json["id"]?.text)
    }

    /// Searches as the form does without a script, and opens what it leads to.
    mutating func search(_ text: String) async throws -> (address: String, page: Scene.Reply) {
        let token = try Browser.token(in: try await browser.open("/people"))
        let sent = try await browser.send("/people", ["token": token, "q": text])
        let address = try #require(sent.headers[.location])
        return (address, try await browser.open(address))
    }

    /// Sends a form of a page.
    mutating func send(_ path: String, from page: String, _ fields: [String: String]) async throws -> Scene.Reply {
        let token = try Browser.token(in: try await browser.open(page))
        return try await browser.send(path, fields.merging(["token": token]) { $1 })
    }
}

@Suite struct `A clinician's patients at the pages` {
    @Test func `are found by a part of a name, and the address says nothing of it`() async throws {
        try await Ward.run { ward in
            let id = try await ward.person()
            let (address, page) = try await ward.search("otien")
            #expect(page.text.contains("href=\"/people/\(id)\"") && page.text.contains("Matches: name"))
            #expect(page.text.contains("<p role=\"status\"><b>1 match</b></p>"))
            let sealed = try #require(address.split(separator: "=").last)
            #expect(!String(decoding: bytes(base64URL: sealed) ?? [], as: UTF8.self).contains("otien"))
            #expect(page.text.contains("value=\"otien\""), "and the field shows it")
        }
    }

    @Test(arguments: [
        ("29.2.1980", "Date of birth"), ("H-77", "identifier"), ("2025110701-X", "Kit code"),
        ("Ada H-77", "name, identifier"),
    ])
    func `are found by other values, and the page says why`(text: String, why: String) async throws {
        try await Ward.run { ward in
            let id = try await ward.person(identifier: "H-77")
            _ = try await ward.result(of: id, "142")
            let (_, page) = try await ward.search(text)
            #expect(page.text.contains("href=\"/people/\(id)\"") && page.text.contains("Matches: \(why)<"))
        }
    }

    @Test func `of one name are told apart by birth date and identifier`() async throws {
        try await Ward.run { ward in
            _ = try await ward.person(born: "1980-02-29", identifier: "H-1")
            _ = try await ward.person(born: "1991-07-01", identifier: "H-2")
            for page in [try await ward.search("Ada Otieno").page, try await ward.browser.open("/people")] {
                for fact in ["29 February 1980", "1 July 1991", "H-1", "H-2"] {
                    #expect(page.text.contains(fact), "\(fact)")
                }
            }
        }
    }

    @Test(arguments: ["Otieno 1985-03-12", "otieno 12.3.1985", "12 March 1985 Otieno", "Ada, 12/03/1985"])
    func `are found by a name and a birth date in one field`(text: String) async throws {
        try await Ward.run { ward in
            let (id, other) = (try await ward.person(born: "1985-03-12"), try await ward.person(born: "1985-03-13"))
            let page = try await ward.search(text).page.text
            #expect(page.contains("/people/\(id)\"") && !page.contains("/people/\(other)\""))
            #expect(page.contains("1 match<") && page.contains("12 March 1985"))
        }
    }

    @Test func `of the name are shown with their birth dates if none has the one that was typed`() async throws {
        try await Ward.run { ward in
            let id = try await ward.person(born: "1985-03-12")
            let page = try await ward.search("Otieno 12.3.1986").page.text
            #expect(page.contains("No one of this name whom you may see was born on 12 March 1986."))
            #expect(page.contains("/people/\(id)\""))
            #expect(page.contains("12 March 1985"))
            let none = try await ward.search("Kamau 12.3.1986").page.text
            #expect(!none.contains("/people/\(id)\"") && none.contains("Check the spelling"))
        }
    }

    @Test func `who look alike are marked, with a warning to compare the birth date`() async throws {
        try await Ward.run { ward in
            _ = try await ward.person("Ada", "Otieno", born: "1980-02-29")
            _ = try await ward.person("Ada", "Otiemo", born: "1991-07-01")
            _ = try await ward.person("Grace", "Otieno", born: "1970-01-01")
            let page = try await ward.search("Otie").page.text
            #expect(page.contains("2 people have nearly the same name: compare the date of birth"))
            #expect(page.ranges(of: "Name much like another").count == 2)
            #expect(!(try await ward.search("Grace").page.text).contains("nearly the same name"))
        }
    }

    @Test func `are found by a kit's code, which says why it leads to no one`() async throws {
        try await Ward.run { ward in
            let id = try await ward.person()
            _ = try await ward.result(of: id, "142")
            #expect(try await ward.search("fu-kit-2025110701-x").page.text.contains("/people/\(id)\""))
            let none = try await ward.search("FU-KIT-2025110702-V").page.text
            #expect(none.contains("No one whose record you may see has this kit.") && none.contains("/emergency\""))
        }
    }

    @Test func `that no one finds differ from a search that says too little`() async throws {
        try await Ward.run { ward in
            _ = try await ward.person(inCare: false)
            let none = try await ward.search("Otieno").page
            #expect(none.text.contains("No match.") && !none.text.contains("Ada"), "not in their care")
            #expect(try await ward.search("Ad").page.text.contains("Type at least three letters"))
        }
    }

    @Test func `are found as one types, with an address for going back`() async throws {
        try await Ward.run { ward in
            let id = try await ward.person()
            let token = try Browser.token(in: try await ward.browser.open("/people"))
            let typed = try await ward.browser.send(
                "/people", ["token": token, "q": "Otieno"], from: "same-origin", ["Sec-Fetch-Mode": "cors"])
            #expect(typed.status == 303)
            let page = try await ward.browser.fragment("/people", ["token": token, "q": "Otieno"])
            #expect(page.status == 200 && page.text.contains("/people/\(id)"))
            #expect(page.headers[.contentLocation] == typed.headers[.location])
            #expect(try await ward.browser.fragment("/people", ["token": "x", "q": "Otieno"]).status == 403)
        }
    }

    @Test func `are searched from the first page, wherever the search before stood`() async throws {
        try await Ward.run { ward in
            for number in 0..<30 { _ = try await ward.person("Ada\(number)", "Kamau") }
            let id = try await ward.person("Ben", "Otieno")
            let first = try await ward.search("Kamau").page
            let next = try #require(first.text.firstMatch(of: #/href="(\/people\?find=[^"]*cursor=[^"]*)"/#)?.1)
            let second = try await ward.browser.open(String(next).replacing("&amp;", with: "&"))
            #expect(second.text.contains("5 matches") && first.text.contains("25 matches, and more"))
            #expect(try await ward.search("Otieno").page.text.contains("/people/\(id)"))
        }
    }

    @Test func `are listed with what waits for each`() async throws {
        try await Ward.run { ward in
            let id = try await ward.person()
            let other = try await ward.person("Ben", "Kamau")
            _ = try await ward.result(of: id, "820")
            for path in ["/people", "/people?relation=care", "/people?openAlerts=true"] {
                let page = try await ward.browser.open(path)
                #expect(page.text.contains("/people/\(id)") && page.text.contains("1 open alert"))
                #expect(page.text.contains("Not read by the patient") && page.text.contains("820 mg/dL"))
                #expect(page.text.contains("/people/\(other)") == (path != "/people?openAlerts=true"))
            }
            let none = try await ward.browser.open("/people?relation=share")
            #expect(none.text.contains("No one is in this list."))
        }
    }

    @Test func `are not for patients`() async throws {
        try await Ward.run { ward in
            var patient = Browser(ward.scene)
            _ = try await patient.signIn(as: try await ward.scene.patient())
            #expect(try await patient.open("/people").status == 403)
            #expect(try await patient.open("/people/\(try await ward.person())").status == 403)
        }
    }
}

extension Browser {
    /// Sends a form as the pages' script does.
    mutating func fragment(_ path: String, _ fields: [String: String]) async throws -> Scene.Reply {
        try await send(path, fields, from: "same-origin", ["Accept": "text/html; fragment", "Sec-Fetch-Mode": "cors"])
    }
}
