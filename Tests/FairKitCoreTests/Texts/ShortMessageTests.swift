import FairKitCore
import Testing

@Suite struct `A short message` {
    @Test(arguments: [
        (String(repeating: "a", count: 160), true, 1), (String(repeating: "a", count: 161), true, 2),
        (String(repeating: "a", count: 306), true, 2), (String(repeating: "a", count: 307), true, 3),
        (String(repeating: "€", count: 80), true, 1), (String(repeating: "€", count: 81), true, 2),
        // An escaped character is not split: 76 in a segment of 153.
        (String(repeating: "€", count: 152), true, 2), (String(repeating: "€", count: 153), true, 3),
        (String(repeating: "ş", count: 70), false, 1), (String(repeating: "ş", count: 71), false, 2),
        (String(repeating: "ş", count: 134), false, 2), (String(repeating: "ş", count: 135), false, 3),
        (String(repeating: "😀", count: 35), false, 1), (String(repeating: "😀", count: 36), false, 2),
        (String(repeating: "😀", count: 66), false, 2), (String(repeating: "😀", count: 67), false, 3),
        ("", true, 1),
    ])
    func `counts its segments`(text: String, isGSM7: Bool, segments: Int) {
        let message = ShortMessage(text)
        #expect((message.isGSM7, message.segments) == (isGSM7, segments))
        #expect(message.text == text)
    }

    @Test func `loses the accents that GSM-7 lacks, and no others`() {
        #expect(ShortMessage("Ñandú: ¿código? ¡así! é ü – 2×…").text == "Ñandu: ¿codigo? ¡asi! é ü - 2x...")
        #expect(ShortMessage("código ş").text == "código ş")
        #expect(ShortMessage("a\u{301}").text == "a")
    }

    /// The link has 34 characters, and the sender's name 13.
    @Test(arguments: Language.allCases)
    func `without values is one segment for every kind`(language: Language) {
        for kind in NoticeExample.kinds {
            let text = NoticeText(
                kind, NoticeExample.facts, language: language, sender: NoticeExample.sender,
                form: .sms(showsValues: false)
            ).body
            let message = ShortMessage(text)
            #expect(message.text == text)
            #expect(message.isGSM7 && message.segments == 1, "\(kind.rawValue) \(text.count): \(text)")
        }
    }

    @Test(arguments: NoticeExample.kinds, Language.allCases)
    func `never needs more than three segments`(kind: NoticeKind, language: Language) throws {
        for filler in ["W", "界", "😀"] {
            var facts = NoticeExample.facts
            let long = String(repeating: filler, count: 200)
            facts.patientName = long
            facts.actorName = long
            facts.reason = long
            facts.topic = long
            facts.place = long
            facts.carrier = long
            facts.channel = long
            let sender = try #require(DisplayName(String(repeating: filler, count: DisplayName.longest)))
            for link in [nil, "https://example.org/" + String(repeating: "x", count: 700)] {
                facts.link = link
                for showsValues in [true, false] {
                    let text = NoticeText(
                        kind, facts, language: language, sender: sender, form: .sms(showsValues: showsValues))
                    #expect(ShortMessage(text.body).segments <= NoticeText.mostSegments)
                    #expect(text.body.hasPrefix(sender.text))
                }
            }
        }
    }
}
