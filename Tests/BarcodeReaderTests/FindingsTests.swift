import BarcodeReader
import Testing

@Suite struct `The findings of a search` {
    private func symbol(
        _ text: String, _ sightings: Int, by reader: Symbol.Reader = .rows, at x: Int = 0, confidence: Int? = nil
    ) -> Symbol {
        Symbol(
            text: text, corners: [Point](repeating: Point(x: x, y: 0), count: 4), sightings: sightings, reader: reader,
            confidence: confidence)
    }

    /// A misread row is misread again when the same bars are examined again.
    @Test func `are no more certain after a second look of the same kind`() {
        var findings = Findings()
        findings.add([symbol(Fixture.kit, 1, by: .strip)])
        findings.add([symbol(Fixture.kit, 1, by: .strip)])
        #expect(findings.symbols.map(\.sightings) == [1])
    }

    @Test func `are more certain after looks of two kinds, and lie where most rows saw them`() {
        var findings = Findings()
        findings.add([symbol(Fixture.kit, 1, at: 10)])
        findings.add([symbol(Fixture.kit, 3, by: .strip, at: 20), symbol(Fixture.otherKit, 1, by: .strip)])
        findings.add([symbol(Fixture.kit, 2, at: 30)])
        #expect(findings.symbols.map(\.text) == [Fixture.kit, Fixture.otherKit])
        #expect(findings.symbols.map(\.sightings) == [5, 1])
        #expect(findings.symbols[0].corners[0].x == 20)
        #expect(findings.symbols.map(\.reader) == [.strip, .strip])
        #expect(findings.symbols.map(\.confidence) == [97, 50])
    }

    @Test func `are as certain as a match says, unless rows say more`() {
        var findings = Findings()
        findings.add([symbol(Fixture.kit, 2, by: .match, confidence: 96)])
        #expect(findings.symbols.map(\.confidence) == [96])
        findings.add([symbol(Fixture.kit, 7, by: .strip)])
        #expect(findings.symbols.map(\.confidence) == [99])
        #expect(findings.symbols.map(\.reader) == [.strip])
    }

    @Test func `keep texts seen twice when single rows fill the space`() {
        var findings = Findings()
        findings.add((0..<Findings.limit).map { symbol("NOISE-\($0)", 1) })
        findings.add([symbol("NOISE-LAST", 1)])
        findings.add([symbol(Fixture.kit, 2, by: .strip)])
        #expect(findings.symbols.count == Findings.limit)
        #expect(findings.symbols.last?.text == Fixture.kit)
        #expect(!findings.symbols.contains { $0.text == "NOISE-LAST" })
    }
}
