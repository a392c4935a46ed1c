import FairKitCore
import Testing

/// Words that only operators and programmers can use: ids, paths of the API, commands, times with milliseconds.
enum Jargon {
    static func isIn(_ text: String) -> Bool {
        text.contains(#/[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-|/api/|fairkit |\d\.\d{3}Z|\dT\d\d:/#)
    }
}

@Suite struct `The texts for people` {
    /// Every text of the catalogue with the person who reads it; nil: an operator.
    private static func texts(_ language: Language) -> [(name: String, text: String)] {
        var texts: [(String, String)] = []
        for kind in NoticeExample.kinds where kind.audience != .operators {
            for (form, value) in NoticeExample.forms {
                let text = NoticeText(
                    kind, NoticeExample.facts, language: language, sender: NoticeExample.sender, form: value)
                texts.append(("\(kind) \(form)", "\(text.title)\n\(text.body)"))
            }
        }
        for kind in NoticeKind.mails {
            let words = language.words(kind)
            texts.append(("\(kind)", "\(words.title)\n\(words.mail ?? "")"))
        }
        texts += language.screens.map { ($0.key, $0.value) }
        for phrase in SummaryPhrase.allCases { texts.append(("\(phrase)", language.summary(phrase))) }
        texts += language.pages.split(separator: "\n").map { ("page", String($0)) }
        for words: Any in [language.frame, language.report, language.figures, language.calendar] {
            for (name, value) in Mirror(reflecting: words).children { texts.append((name ?? "", "\(value)")) }
        }
        return texts
    }

    @Test(arguments: Language.allCases)
    func `name no id, no path of the API, no command and no millisecond`(language: Language) {
        for (name, text) in Self.texts(language) { #expect(!Jargon.isIn(text), "\(name)") }
    }

    @Test(arguments: [
        "profile 01a21f84-93c1-7000-8000-000000000001", "see /api/v1/audit", "run fairkit break-glass list",
        "2026-12-01T10:00:00.123Z", "2026-12-01T10:00:00Z",
    ])
    func `are checked for each of these`(text: String) {
        #expect(Jargon.isIn(text))
    }
}

@Suite struct `The texts of pages` {
    /// English needs no words for problems: the server has them.
    private static func texts(_ language: Language) -> [String: String] {
        let lines = language.pages.split(separator: "\n").map { $0.split(separator: ": ", maxSplits: 1) }
        return Dictionary(uniqueKeysWithValues: lines.map { (String($0[0]), String($0[1])) })
    }

    @Test(arguments: [Language.spanish, .swahili])
    func `are the same in each language, with the same placeholders`(language: Language) {
        let (english, texts) = (Self.texts(.english), Self.texts(language))
        let own = texts.filter { !$0.key.hasPrefix("problem ") && !$0.key.hasPrefix("fault ") }
        #expect(own.keys == english.keys, "\(Set(own.keys).symmetricDifference(english.keys))")
        for (key, text) in own {
            let template = TextTemplate(text)
            #expect(template.isWellFormed && template.parts.count == TextTemplate(english[key] ?? "").parts.count)
            #expect(text.split(separator: " | ").count == english[key]?.split(separator: " | ").count, "\(key)")
        }
    }
}
