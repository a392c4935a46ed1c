import FairKitCore
import Testing

@Suite struct `A chosen password` {
    /// Why `ada.otieno@example.org` may not choose a password; nil: it is accepted.
    private func refusal(of text: String, by link: String? = nil) throws -> ChosenPassword.Refused? {
        let email = try #require(MailAddress("ada.otieno@example.org"))
        let tenant = try #require(TenantName("kisumu-clinic"))
        do {
            #expect(try ChosenPassword(text, of: email, in: tenant, by: link).text == text)
            return nil
        } catch { return error }
    }

    @Test(arguments: [
        "correct horse battery staple", "blue lamp river 7", "   so much ä", "tr0ub4dor&3-xkcd", "zażółć gęślą jaźń",
        "749204118365",
        "Ada likes tea, and rain", "passwords of a forest", "abc-tulip-987",
    ])
    func `of at least twelve characters is accepted unchanged`(text: String) throws {
        #expect(try refusal(of: text) == nil)
    }

    /// An emoji of a family is seven code points; a decomposed `é` counts as two.
    @Test(
        arguments: [
            ("tulips 4 tea", nil), ("tulip 4 tea", .tooShort), ("", .tooShort), ("👨‍👩‍👧‍👦 my tea", nil), ("👨‍👩‍👧‍👦 my t", nil),
            ("👨‍👩‍👧‍👦 m t", .tooShort), ("lampe\u{301} verte", nil), ("lampé verte", .tooShort),
        ] as [(String, ChosenPassword.Refused?)])
    func `is counted in code points`(text: String, refusal: ChosenPassword.Refused?) throws {
        #expect(try self.refusal(of: text) == refusal)
    }

    @Test func `has at most 128 characters`() throws {
        let text = String((0..<128).map { Character(Unicode.Scalar(UInt8(33 + $0 * 37 % 94))) })
        #expect(try refusal(of: text) == nil)
        #expect(try refusal(of: text + "x") == .tooLong)
    }

    @Test(arguments: [
        "1qaz2wsx3edc4rfv", "avrillavigne", "AvrilLavigne", "Password2026!", "123-letmein-123", "!!!!Liverpool",
        "12345678dragon",
        "trustno1234567", "zzzzzzzzzzzz", "000000000000zzzz", "businessbabe",
    ])
    func `that is common is refused, whatever surrounds it`(text: String) throws {
        let refusal = try refusal(of: text)
        #expect(refusal == .common || (refusal == .pattern && text.hasPrefix("z")))
    }

    /// The first and the last of the list, and some that are not in it.
    @Test(arguments: [
        ("'outstanding", true), ("zxcvbnm123456789", true), ("'outstandingk", false), ("zxcvbnn123456789", false),
        ("~~~~~~~~~~zzzzzzy", false),
    ])
    func `is found in the list up to both ends`(text: String, isThere: Bool) throws {
        #expect(try (refusal(of: text) == .common) == isThere)
    }

    @Test(arguments: [
        "aaaaaaaaaaaa", "xyxyxyxyxyxy", "aaaaaaaaabcd", "Garden7Garden7",
        "\u{1F600}\u{1F600}\u{1F600}\u{1F600}\u{1F600}\u{1F600}\u{1F600}\u{1F600}\u{1F600}\u{1F600}\u{1F600}\u{1F600}",
        "123456789012", "098765432109", "abcdefghijkl", "ABCDEFGHIJKLMNOP", "abcdef123456", "qwertyasdfgh",
        "poiuytrewqlkjhgfdsa", "1qaz2wsx3edc", "1qazxsw23edcvfr4", "1q2w3e4r5t6y7u8i", "7ujm6yhn5tgb",
    ])
    func `that repeats itself or follows the keyboard is refused`(text: String) throws {
        let refusal = try refusal(of: text)
        #expect(refusal == .pattern || refusal == .common)
    }

    @Test(arguments: ["abcdefghijkx", "abcd-efgh-ijkl", "123456789019", "1q2w3e 4 tea"])
    func `that leaves its pattern is accepted`(text: String) throws {
        #expect(try refusal(of: text) == nil)
    }

    @Test(arguments: [
        "cookiemonster", "manchesterunited", "supernatural", "hannahmontana", "transformers", "ezekiel11991",
        "correcthorse", "TulipGarden2026", "international!",
    ])
    func `of one word or two is refused`(text: String) throws {
        #expect(try refusal(of: text) == .common)
    }

    @Test(arguments: ["correcthorsebattery", "tulip garden", "cookie-monster", "blue7garden9lamp"])
    func `of more words, or with a separator between two, is accepted`(text: String) throws {
        #expect(try refusal(of: text) == nil)
    }

    @Test(arguments: [
        "ada.otieno is me", "my ADA.Otieno 4", "my fairkit account", "FairKit-FairKit-7", "Kisumu-Clinic, 4",
        "a1 antitrypsin",
        "my alpha level", "the clinician 7", "an Administrator", "laboratory 12 b",
    ])
    func `that is little more than the address, the tenant or a word of this service is refused`(text: String) throws {
        #expect(try refusal(of: text) == .personal)
    }

    @Test(arguments: [
        "fairkitfairkit12", "AdministratorX1", "kisumu-clinicnow",
    ])
    func `that hides such a word in another is refused as well`(text: String) throws {
        #expect(try refusal(of: text) == .personal)
    }

    @Test(arguments: [
        ("eve", "default", "seven herons wade slowly"), ("ann", "default", "planning seventeen rivers"),
        ("ada", "default", "impatient herons wade slowly"), ("ada", "default", "by default my dog barks"),
        ("eve", "default", "seven tulips"),
    ])
    func `may contain such a word by chance, or among enough others`(name: String, tenant: String, text: String) throws
    {
        let email = try #require(MailAddress("\(name)@example.org"))
        let tenant = try #require(TenantName(tenant))
        #expect(throws: Never.self) { try ChosenPassword(text, of: email, in: tenant, by: nil) }
    }

    @Test func `must not be the secret of the mailed link`() throws {
        let secret = "fi_Zm9yZ2V0IG1lIG5vdCwgSSBhbSBhIHNlY3JldA"
        #expect(try refusal(of: secret, by: secret) == .link)
        #expect(try refusal(of: "my \(secret)!", by: secret) == .link)
        #expect(try refusal(of: "seven herons wade", by: secret) == nil)
    }

    @Test func `may contain a part that is short enough to occur by chance`() throws {
        let email = try #require(MailAddress("jo@example.org"))
        let tenant = try #require(TenantName("ti"))
        #expect(throws: Never.self) { try ChosenPassword("joyful tulips 4", of: email, in: tenant, by: nil) }
    }

    @Test func `is refused with advice`() {
        for refusal in ChosenPassword.Refused.allCases {
            #expect(refusal.description.contains("Choose"))
            #expect(refusal.description.hasSuffix("."))
        }
    }
}
