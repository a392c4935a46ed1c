import FairKitCore
import Testing

@Suite struct `A folded word` {
    @Test(arguments: [
        ("Otieno", "otieno"), ("ÓTIENO", "otieno"), ("O\u{301}tieno", "otieno"), ("Weiß", "weiss"), ("WEIẞ", "weiss"),
        ("Ødegård", "odegard"), ("Łukasz", "lukasz"), ("Nguyễn", "nguyen"), ("İpek", "ipek"), ("ışık", "isik"),
        ("Ｔａｎａｋａ", "tanaka"), ("O'Brien", "obrien"), ("O’Brien", "obrien"), ("Al-Hassan", "alhassan"),
        ("Œuvre", "oeuvre"), ("Þór", "thor"), ("Ɓala", "bala"), ("Σωκράτης", "σωκρατησ"), ("Йосиф", "иосиф"),
        ("אָדָם", "אדם"), ("مُحَمَّد", "محمد"), ("أحمد", "احمد"), ("فاطمة", "فاطمه"), ("क़ासिम", "कासिम"),
        ("FU-KIT-2025110701-X", "fukit2025110701x"), ("+254 700", "254700"), ("١٩٨٠", "1980"), ("🧪 -", ""),
    ])
    func `has no case, accents and punctuation`(text: String, folded: String) {
        #expect(FoldedWord(text).bytes == Array(folded.utf8))
    }

    @Test func `keeps vowel signs, without which it would be another word`() {
        #expect(FoldedWord("कुमार") != FoldedWord("कमार"))
    }

    @Test func `is equal however its syllables are encoded`() {
        #expect(
            FoldedWord("김민준") == FoldedWord("\u{1100}\u{1175}\u{11B7}\u{1106}\u{1175}\u{11AB}\u{110C}\u{116E}\u{11AB}"))
        #expect(FoldedWord("がく") == FoldedWord("か\u{3099}く"))
    }

    @Test func `folds again to itself`() {
        for code in 0x20...0xFFFF as ClosedRange<UInt32> {
            guard let scalar = Unicode.Scalar(code) else { continue }
            let once = FoldedWord(String(Character(scalar)))
            #expect(FoldedWord(String(decoding: once.bytes, as: UTF8.self)) == once, "U+\(String(code, radix: 16))")
        }
    }

    /// People are indexed by it: another sum needs a migration. See `scripts/folding`.
    @Test func `is the same as when people were indexed`() {
        var sum: UInt64 = 0xcbf2_9ce4_8422_2325
        for scalar in (0x20...0xFFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init) {
            for byte in FoldedWord(String(Character(scalar))).bytes + [0x0A] {
                sum = (sum ^ UInt64(byte)) &* 0x100_0000_01b3
            }
        }
        #expect(sum == 0x7124_099f_8ea7_2310)
    }

    @Test(arguments: [
        ("Achieng' van der Otieno-Odhiambo", ["achieng", "van", "der", "otieno", "odhiambo"]), ("王 伟", ["王", "伟"]),
        ("  ,", []), ("D’Souza, María", ["dsouza", "maria"]),
    ])
    func `is separated by spaces and punctuation`(text: String, words: [String]) {
        #expect(FoldedWord.words(of: text).map { String(decoding: $0.bytes, as: UTF8.self) } == words)
    }

    @Test func `has a part for each three letters`() {
        #expect(FoldedWord("Öter").trigrams == [FoldedWord("ote"), FoldedWord("ter")])
        #expect(FoldedWord("Σωκ").trigrams.count == 1)
        #expect(FoldedWord("ab").trigrams.isEmpty)
    }
}

@Suite struct `The spellings of a name` {
    @Test(arguments: [
        ("O’Brien", "O'Brien"), ("O’Brien", "OBRIEN"), ("Müller", "MUELLER"), ("Müller", "Muller"), ("Weiß", "WEISS"),
        ("Núñez", "NUNEZ"), ("Nyambura-Özdemir", "nyambura ozdemir"), ("Nyambura-Özdemir", "NYAMBURA<OEZDEMIR"),
        ("Sørensen", "Soerensen"), ("Åsen", "Aasen"), ("Mueller", "Müller"), ("Ｏｔｉｅｎｏ", "Otieno"),
        ("Bauer-Müller", "BAUER MUELLER"), ("Mu\u{308}ller", "Müller"),
    ])
    func `agree, and lead from one to the other`(name: String, written: String) {
        #expect(NameSpellings(name).agree(with: written) && NameSpellings(written).agree(with: name))
        let words = FoldedWord.words(of: name).map { String(decoding: $0.bytes, as: UTF8.self) }
        let isJoined = written == "OBRIEN"
        #expect(NameSpellings.origins(of: written).contains(words.joined(separator: isJoined ? "" : " ")))
    }

    @Test(arguments: [("Müller", "Miller"), ("Otieno", "Otien"), ("Bär", "Ber"), ("李", "王"), ("-", "-"), ("", "")])
    func `are not those of another name`(name: String, other: String) {
        #expect(!NameSpellings(name).agree(with: other))
    }

    @Test func `are few, however many pairs a name has`() {
        #expect(NameSpellings.origins(of: String(repeating: "ae", count: 50)).count <= 64)
    }
}

@Suite struct `A query for people` {
    @Test(arguments: [
        "", "  ", "ab", "a -", "1", "--- !!!", String(repeating: "a", count: 101), "a b c d e f g h i", "a\u{0}bc",
    ])
    func `is refused if it fits too many people or none`(text: String) {
        let error = #expect(throws: Invalid.self) { try PeopleQuery(text) }
        #expect(error?.fields.map(\.pointer) == ["/text"])
    }

    @Test(arguments: [
        ("29.2.1980", "19800229"), ("29/02/1980", "19800229"), ("1980-02-29", "19800229"), ("30.2.1980", "3021980"),
        ("0722 123 456", "0722123456"), ("+254 711 000 111", "254711000111"), ("00254 711000111", "00254711000111"),
        ("12 March 1985", "19850312"), ("12. 3. 1985", "19850312"), ("12 3 1985", "19850312"),
        ("12-03-1985", "19850312"),
        ("1985/3/12", "19850312"), ("12 de marzo de 1985", "19850312"), ("12 Machi 1985", "19850312"),
        ("Mar 12, 1985", "19850312"), ("07 12 1985", "19851207"), ("1985.03.12", "19850312"),
        ("FU-KIT-2025110701-X", "2025110701x"), ("fukit20251", "20251"), ("fukit", "fukit"), ("王伟", "王伟"),
    ])
    func `reads dates and kit codes`(text: String, word: String) throws {
        #expect(try PeopleQuery(text).words == [FoldedWord(word)])
    }

    @Test(arguments: ["Otieno 1985-03-12", "12.3.1985 Otieno", "Otieno, 12 March 1985", "Otieno 12 de marzo de 1985"])
    func `takes a name and a birth date together, and goes on without the date`(text: String) throws {
        let query = try PeopleQuery(text)
        #expect(query.birthDate == CalendarDate("1985-03-12") && query.words.count == 2)
        #expect(query.withoutBirthDate == (try PeopleQuery("Otieno")))
        #expect(try PeopleQuery("1985-03-12").withoutBirthDate == nil)
        #expect(try PeopleQuery("April 1985 +254 7 11 2000 33").birthDate == nil)
    }
}

@Suite struct `A searched person` {
    private static let text = SearchableText(
        of: ProfileDetails(
            givenName: "María José", familyName: "Ótieno-Weiß", birthDate: CalendarDate(daysSince1970: 3711),
            sex: .female,
            email: "m.otieno@example.org", phone: "+254700123456", language: .english, timeZone: "UTC",
            knownGenotype: nil, identifiers: [Identifier(system: "urn:id", value: "AB/12-7")], consents: Consents()),
        kits: [KitCode(number: 2_025_110_701)].compactMap(\.self))

    @Test(
        arguments: [
            ("m.otieno@example.org", .identifier), ("+254 700 123 456", .identifier), ("0700 123 456", .part),
            ("(0700) 123-456", .part), ("+254700123456", .identifier),
            ("0700123456", .part), ("00254700123456", .identifier), ("ab12-7", .identifier),
            ("FU-KIT-2025110701-X", .identifier),
            ("1980-02-29", .identifier), ("29.2.1980", .identifier), ("otieno", .word), ("OTIENO-WEISS", .word),
            ("otienoweiß jose", .word), ("jose maria", .word), ("mar", .beginning), ("1980", .beginning),
            ("254700", .beginning), ("20251107", .beginning), ("ari", .part), ("weiss oti", .beginning),
            ("0701x", .part),
            ("example", .part), ("maria 1980-02-29", .word), ("maria otieno xyz", nil), ("jo maria", nil), ("kit", nil),
            ("1981", nil),
        ] as [(String, PeopleRank?)])
    func `is ranked by how each word stands in a value`(text: String, rank: PeopleRank?) throws {
        #expect(Self.text.rank(in: try PeopleQuery(text)) == rank)
    }

    @Test(arguments: ["m.otieno@example.org", "254700", "19800229", "ab12", "2025110701"])
    func `is not found by values that the caller does not see`(text: String) throws {
        let query = try PeopleQuery(text)
        #expect(Self.text.rank(in: query) != nil)
        #expect(Self.text.rank(in: query, onlyName: true) == nil)
        #expect(Self.text.rank(in: try PeopleQuery("otieno"), onlyName: true) == .word)
    }

    @Test func `is found by two letters only if they are the whole word`() throws {
        let details = ProfileDetails(
            givenName: "Wu", familyName: "Li", birthDate: CalendarDate(daysSince1970: 0), sex: .male, email: nil,
            phone: nil, language: .english, timeZone: "UTC", knownGenotype: nil, identifiers: [], consents: Consents())
        let text = SearchableText(of: details, kits: [])
        #expect(text.rank(in: try PeopleQuery("li wu")) == .word)
        #expect(text.rank(in: try PeopleQuery("liu w")) == nil)
        #expect(text.features().contains(.word(FoldedWord("wu"))))
    }

    @Test(arguments: [
        ("Müller", "mueller", "muller"), ("Mu\u{308}ller", "mueller", "müller"), ("Sørensen", "soerensen", "sorensen"),
        ("Jäger-Åsen", "jaeger aasen", "jager asen"), ("Weiß", "WEISS", "weiß"), ("Núñez", "nunez", "NÚÑEZ"),
    ])
    func `is found as a passport writes the name`(family: String, written: String, typed: String) throws {
        let text = SearchableText(
            of: ProfileDetails(
                givenName: "Ada", familyName: family, birthDate: CalendarDate(daysSince1970: 0), sex: .female,
                email: nil, phone: nil, language: .english, timeZone: "UTC", knownGenotype: nil, identifiers: [],
                consents: Consents()), kits: [])
        for query in [written, typed] { #expect(text.rank(in: try PeopleQuery(query)) == .word) }
        #expect(text.rank(in: try PeopleQuery("muoller")) == nil)
    }

    @Test func `is found in Chinese by the name without a space`() throws {
        let details = ProfileDetails(
            givenName: "伟", familyName: "王", birthDate: CalendarDate(daysSince1970: 0), sex: .male, email: nil,
            phone: nil, language: .english, timeZone: "UTC", knownGenotype: nil, identifiers: [], consents: Consents())
        #expect(SearchableText(of: details, kits: []).rank(in: try PeopleQuery("王伟")) == .word)
    }

    @Test func `has a name by which people of a rank are sorted`() {
        #expect(Self.text.name == "otieno weiss maria jose")
        #expect(SearchableText(stored: Self.text.text) == Self.text)
    }

    @Test func `gives a cursor that comes back`() throws {
        let person = FoundPerson(id: .new(at: Timestamp(milliseconds: 1)), rank: .part, name: "a~b c")
        #expect(PeopleCursor(PeopleCursor(after: person).description)?.last == person)
        #expect(PeopleCursor("9~x~y") == nil)
        let better = FoundPerson(id: person.id, rank: .word, name: "z")
        #expect(better < person && !(person < person))
    }
}

@Suite struct `People who look alike` {
    private func alike(_ names: String..., born: [String] = []) -> Set<Int> {
        LookAlikes.among(
            names.enumerated().map { place, name in (name, born.isEmpty ? nil : CalendarDate(born[place])) })
    }

    @Test func `have nearly the same name`() {
        #expect(alike("Ana Pérez", "Perez Ana", "Ben Mwangi") == [0, 1])
        #expect(alike("Zuhura Otieno", "Zuhura Otiemo") == [0, 1], "a letter differs")
        #expect(alike("Zuhura Otieno", "Zuhura Otien") == [0, 1], "a letter is missing")
        #expect(alike("Zuhura Otieno", "Zuhura Otineo") == [0, 1], "two letters have changed places")
        #expect(alike("Ana Pérez", "Ana María Pérez") == [0, 1])
    }

    @Test func `share a birth date and a word of the name`() {
        #expect(alike("Ana Otieno", "Ben Otieno", born: ["1980-02-29", "1980-02-29"]) == [0, 1])
    }

    @Test func `are not those who share only one of them`() {
        #expect(alike("Ana Otieno", "Ben Otieno", born: ["1980-02-29", "1980-02-28"]).isEmpty)
        #expect(alike("Ana Otieno", "Ben Kamau", born: ["1980-02-29", "1980-02-29"]).isEmpty)
        #expect(alike("Li Wu", "Lu Wu").isEmpty && alike("Ada").isEmpty && alike("-", "-").isEmpty)
    }
}
