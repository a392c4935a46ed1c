import FairKitCore
import Testing

@Suite struct `A profile's details` {
    static let valid = ProfileDetails(
        givenName: "Amina", familyName: "Odhiambo", birthDate: CalendarDate(daysSince1970: 7000), sex: .female,
        email: "amina@example.org", phone: "+254700000000", language: .swahili, timeZone: "Africa/Nairobi",
        knownGenotype: nil, identifiers: [Identifier(system: "urn:example", value: "4711")], consents: Consents())

    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let pointers: [String]
        let change: @Sendable (inout ProfileDetails) -> Void
        init(_ name: String, _ pointers: String..., change: @escaping @Sendable (inout ProfileDetails) -> Void) {
            (testDescription, self.pointers, self.change) = (name, pointers, change)
        }
    }

    static func errors(_ change: (inout ProfileDetails) -> Void) -> [FieldError] {
        var details = valid
        change(&details)
        var faults = Faults()
        details.check(&faults, today: Example.today)
        return faults.fields
    }

    @Test(arguments: [
        Case("as they are") { _ in },
        Case("one name") { ($0.givenName, $0.familyName) = ("", "Suharto") },
        Case("nothing optional") { ($0.email, $0.phone, $0.identifiers) = (nil, nil, []) },
        Case("a letter each") { ($0.givenName, $0.familyName) = ("Ö", "李") },
        Case("100 code points") { $0.givenName = String(repeating: "e\u{301}", count: 50) },
        Case("100 characters") { $0.givenName = String(repeating: "é", count: 100) },
        Case("born today") { $0.birthDate = Example.today },
        Case("20 identifiers") { $0.identifiers = Array(repeating: Identifier(system: "s", value: "v"), count: 20) },
        Case("zones") { $0.timeZone = "America/Argentina/ComodRivadavia" },
        Case("a zone with a sign") { $0.timeZone = "Etc/GMT+3" },
    ])
    func `are accepted when valid`(right: Case) {
        #expect(Self.errors(right.change) == [])
    }

    @Test(arguments: [
        Case("no name", "/name/family") { ($0.givenName, $0.familyName) = ("", "") },
        Case("a blank name", "/name/given") { $0.givenName = " \u{A0}" },
        Case("101 characters", "/name/given") { $0.givenName = String(repeating: "é", count: 101) },
        Case("102 code points", "/name/given") { $0.givenName = String(repeating: "e\u{301}", count: 51) },
        Case("a control character", "/name/given") { $0.givenName = "A\u{0}" },
        Case("a line break", "/name/family") { $0.familyName = "A\nB" },
        Case("a pile of accents", "/name/family") { $0.familyName = "A" + String(repeating: "\u{301}", count: 500) },
        Case("born tomorrow", "/birthDate") { $0.birthDate = Example.today.adding(days: 1) },
        Case("born long ago", "/birthDate") { $0.birthDate = Example.today.adding(days: -131 * 366) },
        Case("no at sign", "/contact/email") { $0.email = "amina" },
        Case("two at signs", "/contact/email") { $0.email = "a@b@c" },
        Case("no name before the at sign", "/contact/email") { $0.email = "@example.org" },
        Case("a space in the address", "/contact/email") { $0.email = "a b@example.org" },
        Case("an endless address", "/contact/email") { $0.email = String(repeating: "a", count: 250) + "@b.org" },
        Case("an address that no mail server takes", "/contact/email") { $0.email = "ada.@docomo.ne.jp" },
        Case("an address with other letters", "/contact/email") { $0.email = "jörg@example.org" },
        Case("a number that begins with a zero", "/contact/phone") { $0.phone = "+0712345678" },
        Case("a name of which nothing shows", "/name/family") { $0.familyName = "\u{200B}\u{3164}" },
        Case("a number without plus", "/contact/phone") { $0.phone = "0700000000" },
        Case("a number with spaces", "/contact/phone") { $0.phone = "+254 700 000" },
        Case("a short number", "/contact/phone") { $0.phone = "+254" },
        Case("a long number", "/contact/phone") { $0.phone = "+2547000000001234" },
        Case("no zone", "/timeZone") { $0.timeZone = "" },
        Case("a path as zone", "/timeZone") { $0.timeZone = "../../etc/passwd" },
        Case("a zone by another name", "/timeZone") { $0.timeZone = "Africa//Nairobi" },
        Case("a zone from the root", "/timeZone") { $0.timeZone = "/Africa/Nairobi" },
        Case("a folder of zones", "/timeZone") { $0.timeZone = "Africa/" },
        Case("an absolute zone", "/timeZone") { $0.timeZone = "/etc/localtime" },
        Case("a zone with a NUL", "/timeZone") { $0.timeZone = "UTC\u{0}" },
        Case("too many identifiers", "/identifiers") {
            $0.identifiers = Array(repeating: Identifier(system: "s", value: "v"), count: 21)
        },
        Case("empty identifiers", "/identifiers/0/system", "/identifiers/1/value") {
            $0.identifiers = [Identifier(system: "", value: "v"), Identifier(system: "s", value: "")]
        },
        Case("everything at once", "/name/given", "/name/family", "/contact/email", "/contact/phone", "/timeZone") {
            ($0.givenName, $0.familyName, $0.email, $0.phone, $0.timeZone) = (" ", "", "", "", "")
        },
    ])
    func `are refused with a pointer to each fault`(wrong: Case) {
        #expect(Self.errors(wrong.change).map(\.pointer) == wrong.pointers)
    }

    @Test func `are not repeated in an error`() {
        let errors = Self.errors { ($0.email, $0.phone) = ("marker-4711", "marker-4712") }
        #expect(errors.count == 2)
        #expect(!errors.contains { $0.detail.contains("marker") })
    }
}
