import FairKitCore
import FoundationEssentials
import Testing

/// The vectors are CLDR's: `Tests/Acceptance/test_texts.py` compares them with Babel's data.
@Suite struct `Numbers, dates and plurals` {
    private static func lines(_ kind: String, of language: Language) throws -> [[String]] {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Golden/cldr.tsv")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            .map { $0.split(separator: "\t").map(String.init) }
        let found = lines.filter { $0.prefix(2) == [language.rawValue, kind] }.map { Array($0.dropFirst(2)) }
        try #require(!found.isEmpty)
        return found
    }

    @Test(arguments: Language.allCases)
    func `are CLDR's`(language: Language) throws {
        for line in try Self.lines("date", of: language) {
            #expect(language.text(of: try #require(CalendarDate(line[0]))) == line[1])
        }
        for line in try Self.lines("time", of: language) {
            let time = try #require(Timestamp("2026-04-02T\(line[0]):00Z"))
            #expect(language.clock(LocalDateTime(time, offset: 0)) == line[1])
        }
        for line in try Self.lines("integer", of: language) {
            #expect(language.text(of: try #require(Int(line[0]))) == line[1])
        }
        for line in try Self.lines("decimal", of: language) { #expect(language.decimal(line[0]) == line[1]) }
        for line in try Self.lines("plural", of: language) {
            #expect(language.plural(try #require(Int(line[0]))).rawValue == line[1], "\(line[0])")
        }
        let categories = try Self.lines("plurals", of: language)
        #expect(categories == [language.plurals.map(\.rawValue)])
    }

    @Test func `of a level keep its comparator and its digits`() {
        #expect(Language.spanish.decimal(">1.250") == ">1,250")
        #expect(Language.spanish.decimal("1.00-2.00") == "1,00-2,00")
        #expect(Language.english.decimal(">1.250") == ">1.250")
    }

    @Test func `follow the reader's clock over midnight`() throws {
        let time = try #require(Timestamp("2026-03-31T22:30:00Z"))
        let local = LocalDateTime(time, offset: 3 * 3600)
        #expect(local.date == CalendarDate("2026-04-01") && local.minute == 90)
        #expect(LocalDateTime(time, offset: -11 * 3600).minute == 11 * 60 + 30)
        #expect(Language.spanish.clock(local) == "1:30")
    }
}
