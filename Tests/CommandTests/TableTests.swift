import FairKitCommands
import Testing

@Suite struct `A table` {
    @Test func `is aligned by what a terminal shows, wide characters and joined ones too`() {
        let table = Table(["NAME", "ROLE"], [["李小龙", "a"], ["Zoe\u{308}", "b"], ["👩‍⚕️", "c"], ["longest", "d"]])
        #expect(
            table.lines(width: nil) == [
                "NAME     ROLE", "李小龙   a", "Zoe\u{308}      b", "👩‍⚕️       c", "longest  d",
            ])
    }

    @Test func `is cut to the terminal, and to nothing else`() {
        let table = Table(["A"], [["0123456789"], ["李李李李李"]])
        #expect(table.lines(width: 6) == ["A", "01234…", "李李…"])
        #expect(table.lines(width: 10) == ["A", "0123456789", "李李李李李"])
        #expect(table.lines(width: nil) == ["A", "0123456789", "李李李李李"])
    }

    @Test func `obeys nothing that a name asks of the terminal`() {
        let lines = Table(["A"], [["\u{1B}[2Jx\ny"]]).lines(width: nil)
        #expect(lines == ["A", "\u{FFFD}[2Jx\u{FFFD}y"])
        let turned = Table(["A"], [["a\u{202E}b\u{2066}c\u{2028}d\u{200F}e"]]).lines(width: nil)
        #expect(turned == ["A", "a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}e"])
    }

    @Test(
        arguments: [
            ("0s", 0), ("90s", 90), ("30m", 1800), ("24h", 86_400), ("30d", 2_592_000), ("24", nil), ("h", nil),
            ("", nil),
            ("-1h", nil), ("1.5h", nil), ("1w", nil), ("99999999999999999999d", nil), ("9223372036854775807d", nil),
        ] as [(String, Int?)])
    func `of times knows seconds, minutes, hours and days`(text: String, expected: Int?) {
        #expect(seconds(in: text) == expected)
    }

    @Test func `has a bar below it that fits`() {
        let line = progressLine(0.5, count: 1000, elapsed: .seconds(2), width: 80)
        #expect(line == "[###############               ]  50 %  1000 lines, 500/s, 2 s left")
        #expect(progressLine(nil, count: 10, elapsed: .seconds(1), width: 80) == "10 lines, 10/s")
        #expect(progressLine(0.999, count: 1_000_000, elapsed: .seconds(7200), width: 40).columns <= 50)
        #expect([59, 61, 7500].map { spoken(seconds: $0) } == ["59 s", "1 min 1 s", "2 h 5 min"])
    }
}
