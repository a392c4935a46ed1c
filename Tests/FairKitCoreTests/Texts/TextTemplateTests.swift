import FairKitCore
import Testing

@Suite struct `A template` {
    private func fill(_ text: String, _ values: [String: TextTemplate.Value], in language: Language = .english)
        -> String?
    {
        TextTemplate(text).text(in: language) { values[$0] }
    }

    @Test func `has its placeholders replaced, once`() {
        #expect(fill("{a} and {b}", ["a": .text("{b}"), "b": .number(1200)]) == "{b} and 1,200")
        #expect(fill("{a}", [:]) == nil)
    }

    @Test func `leaves out a part whose placeholder has no value`() {
        let text = "Sent[ with {carrier}].[ Number: {tracking}.]"
        #expect(fill(text, [:]) == "Sent.")
        #expect(fill(text, ["carrier": .text("DHL")]) == "Sent with DHL.")
        #expect(fill("[{a} {b}]", ["a": .text("x")]) == "")
    }

    @Test(arguments: [
        (0, Language.spanish, "hoy"), (1, .spanish, "en 1 día"), (2, .spanish, "en 2 días"),
        (1_000_000, .spanish, "en 1.000.000 de días"),
    ])
    func `chooses by number`(days: Int, language: Language, expected: String) {
        let text = "{days, plural, =0 {hoy} one {en # día} many {en # de días} other {en # días}}"
        #expect(fill(text, ["days": .number(days)], in: language) == expected)
        #expect(fill(text, ["days": .text("3")], in: language) == nil)
    }

    @Test(arguments: [
        "{a", "a}", "[a", "a]", "[[a]]", "{a, select, x {y}}", "{a, plural, one {x}}", "{a, plural, other {x}",
        "{a, plural, ",
        "[{a]", "{a, plural, one",
    ])
    func `that is malformed is noticed, and read to its end`(text: String) {
        #expect(!TextTemplate(text).isWellFormed)
    }

    @Test(arguments: ["", "a", "{a}", "[{a}]", "{a, plural, one {x} other {# y}}", "[b {a}] {c}"])
    func `that is well-formed passes`(text: String) {
        #expect(TextTemplate(text).isWellFormed)
    }
}

@Suite struct `Stored facts` {
    @Test func `come back as they were`() throws {
        let facts = NoticeExample.facts
        let bytes = try JSONText.encode(facts)
        #expect(try JSONText.decode(NoticeFacts.self, from: bytes) == facts)
        #expect(bytes.contains(#""time":"2026-04-02T14:05""#) && bytes.contains(#""birthDate":"1980-04-02""#))
        #expect(throws: (any Error).self) {
            try JSONText.decode(NoticeFacts.self, from: #"{"time":"2026-04-02T25:05"}"#)
        }
        #expect(throws: (any Error).self) { try JSONText.decode(NoticeFacts.self, from: #"{"date":"2026-02-30"}"#) }
        #expect(try JSONText.decode(NoticeFacts.self, from: "{}") == NoticeFacts())
    }
}
