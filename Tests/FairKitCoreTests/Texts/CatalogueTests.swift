import FairKitCore
import FoundationEssentials
import Testing

/// Every text of a language, with its name.
private func texts(_ kind: NoticeKind, in language: Language) -> [(name: String, text: String?)] {
    let words = language.words(kind)
    return [
        ("title", words.title), ("plain", words.plain), ("full", words.full), ("action", words.action),
        ("short", words.short),
    ]
}

@Suite struct `The catalogue of notices` {
    @Test(arguments: NoticeExample.kinds, Language.allCases)
    func `uses placeholders that there are, and needs no fact that may be absent`(
        kind: NoticeKind, language: Language
    ) {
        for (name, text) in texts(kind, in: language) {
            guard let text else { continue }
            let template = TextTemplate(text)
            #expect(template.isWellFormed, "\(name)")
            let known = Set(NoticeFact.allCases.map(\.rawValue))
            let needed = template.names(optional: false)
            #expect(needed.union(template.names(optional: true)).isSubset(of: known), "\(name)")
            let given = (name == "full" ? kind.needs : name == "title" ? [] : kind.needsAlways).union([.sender])
            #expect(needed.isSubset(of: Set(given.map(\.rawValue))), "\(name)")
        }
    }

    @Test(arguments: NoticeExample.kinds, Language.allCases)
    func `has values in the text with values only`(kind: NoticeKind, language: Language) {
        for (name, text) in texts(kind, in: language) where name != "full" {
            guard let text else { continue }
            let names = TextTemplate(text).names(optional: false).union(TextTemplate(text).names(optional: true))
            #expect(names.compactMap { NoticeFact(rawValue: $0) }.allSatisfy { !$0.isValue }, "\(name)")
        }
    }

    @Test(arguments: NoticeExample.kinds)
    func `has the same placeholders in each language`(kind: NoticeKind) {
        let english = texts(kind, in: .english)
        for language in Language.allCases {
            for ((name, text), (_, first)) in zip(texts(kind, in: language), english) where name != "short" {
                #expect((text == nil) == (first == nil), "\(language) \(name)")
                for optional in [false, true] {
                    #expect(
                        TextTemplate(text ?? "").names(optional: optional)
                            == TextTemplate(first ?? "").names(optional: optional), "\(language) \(name)")
                }
            }
        }
    }

    @Test(arguments: NoticeExample.kinds)
    func `is translated`(kind: NoticeKind) {
        for name in ["title", "plain", "full", "action"] {
            let found = Language.allCases.compactMap { language in
                texts(kind, in: language).first { $0.name == name }?.text
            }
            #expect(Set(found).count == found.count, "\(name)")
            #expect(found.allSatisfy { !$0.isEmpty }, "\(name)")
        }
    }

    @Test(arguments: NoticeExample.kinds, Language.allCases)
    func `has a form for each plural of its language`(kind: NoticeKind, language: Language) {
        for (name, text) in texts(kind, in: language) {
            for case .plural(_, let forms) in TextTemplate(text ?? "").parts {
                let categories = Set(forms.keys.filter { !$0.hasPrefix("=") })
                #expect(categories == Set(language.plurals.map(\.rawValue)), "\(name)")
            }
        }
    }

    @Test func `has a frame in each language`() {
        let frames = Language.allCases.map(\.frame)
        let others = Language.allCases.map { language in
            NoticeAudience.allCases.map(language.why) + NoticeCategory.allCases.map(language.choice)
        }
        for (index, frame) in frames.enumerated() {
            for text in [frame.mail, frame.call, frame.urgentCall, frame.unproven] {
                #expect(TextTemplate(text).names(optional: false) == ["sender"])
            }
            #expect(frame.channels.keys == frames[0].channels.keys)
            #expect(Set(frame.credentials.keys) == Set(NoticeFacts.Credential.allCases.map(\.rawValue)))
            for other in frames.dropFirst(index + 1) {
                #expect(frame.news != other.news && frame.urgentNews != other.urgentNews && frame.link != other.link)
                #expect(frame.unproven != other.unproven)
            }
        }
        #expect(Set(others.joined()).count == Language.allCases.count * 9)
    }

    @Test func `asks nobody to switch off what can't be switched off`() {
        for kind in NoticeExample.kinds {
            #expect(kind.category != .criticalAlert || kind.audience != .reader)
            #expect(kind.priority != .critical || kind.category == .criticalAlert)
            #expect(kind.needsAlways.isSubset(of: kind.needs))
            #expect(kind.lifetime >= .seconds(15 * 60))
        }
        #expect(
            NoticeCategory.allCases.map(\.rawValue)
                == ["CRITICAL_ALERT", "TEST_RESULT", "REMINDER", "EDUCATIONAL", "ACCOUNT"])
    }
}

@Suite struct `A file of texts` {
    @Test func `has a text for each case, and no other`() throws {
        typealias Texts = EveryCase<NoticeCategory, String>
        var texts = Dictionary(uniqueKeysWithValues: NoticeCategory.allCases.map { ($0.rawValue, "text") })
        let read = try JSONText.decode(Texts.self, from: JSONText.encode(texts))
        #expect(NoticeCategory.allCases.allSatisfy { read[$0] == "text" })
        texts["ACCOUNTS"] = "text"
        #expect(throws: DecodingError.self) { try JSONText.decode(Texts.self, from: JSONText.encode(texts)) }
        texts["ACCOUNT"] = nil
        #expect(throws: DecodingError.self) { try JSONText.decode(Texts.self, from: JSONText.encode(texts)) }
        texts["ACCOUNTS"] = nil
        #expect(throws: DecodingError.self) { try JSONText.decode(Texts.self, from: JSONText.encode(texts)) }
    }

    @Test(arguments: [
        (#"{"title": "a", "plain": "b", "action": "c", "short": "d"}"#, true),
        (#"{"title": "a", "plain": "b", "action": "c", "shrot": "d"}"#, false),
        (#"{"title": "a", "plain": "b", "short": "d"}"#, false), (#"{"title": "a", "mail": ["b", "c"]}"#, true),
        (#"{"title": "a", "mail": ["b", "c"], "short": "d"}"#, false),
        (#"{"title": "a", "plain": "b", "action": 1}"#, false),
    ])
    func `names the texts of a notice as the code does`(words: String, isRead: Bool) {
        #expect(((try? JSONText.decode(NoticeWords.self, from: words)) != nil) == isRead)
    }

    /// Without any one of its parts the whole file is refused.
    @Test(arguments: Language.allCases)
    func `is refused without any one of its parts`(language: Language) throws {
        let path = "../../../Sources/FairKitCore/Texts/Catalogue/\(language.rawValue).json5"
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: path)
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(throws: Never.self) { try Catalogue.read(text) }
        let parts = text.matches(of: #/(?m)^ {2}"(\w+)": \{/#).map { String($0.1) }
        #expect(parts.count == 12)
        for part in parts {
            let other = text.replacing("\n  \"\(part)\": {", with: "\n  \"\(part)s\": {")
            #expect(throws: DecodingError.self, "\(part)") { try Catalogue.read(other) }
        }
    }
}

@Suite struct `The facts of a notice` {
    @Test func `have a text or a number for each placeholder`() {
        let facts = NoticeExample.facts
        for kind in NoticeExample.kinds {
            for language in Language.allCases {
                let full = NoticeText(
                    kind, facts, language: language, sender: NoticeExample.sender, form: .push(preview: true))
                let without = language.words(kind).full == nil ? language.words(kind).plain : language.words(kind).full
                let start = (without ?? "").prefix { !"{[".contains($0) }
                #expect(full.body.hasPrefix(start), "\(kind) \(language)")
            }
        }
    }
}
