import FairKitCore
import Testing

@Suite struct `A laboratory's findings` {
    static func problems(_ change: (inout Findings) -> Void) -> [String] {
        var findings = Example.version().findings
        change(&findings)
        var faults = Faults()
        findings.check(&faults)
        return faults.fields.map(\.pointer)
    }

    @Test func `are accepted when valid`() {
        #expect(Self.problems { _ in } == [])
    }

    @Test(arguments: [("", false), ("nephelometry", true), ("a\tb", false)])
    func `have a method of one line`(method: String, isRight: Bool) {
        #expect(Self.problems { $0.method = method } == (isRight ? [] : ["/method"]))
    }

    @Test(arguments: [(1, 2, true), (2, 2, false), (3, 2, false), (0, 1, true)] as [(Int64, Int64, Bool)])
    func `have a range with low below high`(low: Int64, high: Int64, isRight: Bool) {
        let range = ReportedRange(low: Thousandths(count: low), high: Thousandths(count: high))
        #expect(Self.problems { $0.reportedRange = range } == (isRight ? [] : ["/range"]))
    }

    /// With a level or without; genotype, phenotype, interpretation; and what is faulty.
    @Test(
        arguments: [
            (true, nil, nil, nil, []), (true, "ZZ", "Z", "Severe deficiency.", []), (false, "ZZ", nil, nil, []),
            (false, nil, "M1M2", nil, []), (false, "MZ", "MZ", "One\n\ttwo\n", []),
            (false, nil, nil, nil, ["/level"]), (false, "unknown", nil, nil, ["/level"]),
            (false, nil, nil, "Nothing was found.", ["/level"]), (false, "unknown", "M", nil, []),
            (true, nil, nil, "", ["/interpretation"]), (true, nil, nil, "\u{7}", ["/interpretation"]),
            (false, "ZZ", nil, "one\r\ntwo", ["/interpretation"]),
            (true, nil, nil, String(repeating: "x", count: 20_000), []),
            (true, nil, nil, String(repeating: "x", count: 20_001), ["/interpretation"]),
        ] as [(Bool, String?, String?, String?, [String])])
    func `have a level, a genotype or a phenotype`(
        hasLevel: Bool, genotype: String?, phenotype: String?, interpretation: String?, faults: [String]
    ) {
        let found = Self.problems {
            if !hasLevel { $0.level = nil }
            $0.genotype = genotype.flatMap { Genotype($0) }
            $0.phenotype = phenotype.flatMap { Phenotype($0) }
            $0.interpretation = interpretation
        }
        #expect(found == faults)
    }

    @Test func `have no range without a level`() {
        let range = ReportedRange(low: Thousandths(count: 1), high: Thousandths(count: 2))
        #expect(
            Self.problems { ($0.level, $0.genotype, $0.reportedRange) = (nil, Genotype("ZZ"), range) } == ["/range"])
    }

    @Test func `report all faults at once`() {
        let pointers = Self.problems {
            $0.method = ""
            $0.reportedRange = ReportedRange(low: Thousandths(count: 1), high: Thousandths(count: 1))
        }
        #expect(pointers == ["/method", "/range"])
    }
}
