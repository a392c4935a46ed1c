import FairKitCore
import Testing

@Suite struct `The words of calendars` {
    private func all(_ language: Language) -> [String] {
        let words = language.calendar
        return [words.sendSample, words.nextTest, words.onCall, words.teamOnCall, words.member]
    }

    @Test func `are translated`() {
        for (index, english) in all(.english).enumerated() {
            let found = Set(Language.allCases.map { all($0)[index] })
            #expect(found.count == Language.allCases.count && !found.contains(""), "\(english)")
        }
    }

    @Test(arguments: Language.allCases)
    func `name the team where they have one`(language: Language) {
        for template in [language.calendar.onCall, language.calendar.teamOnCall] {
            #expect(TextTemplate(template).names(optional: false) == ["team"])
        }
        #expect(language.calendar.onCall(for: "night", in: language).contains("night"))
        #expect(!language.calendar.calendar(of: "night", in: language).contains("{"))
    }
}
