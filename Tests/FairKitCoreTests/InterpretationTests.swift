import FairKitCore
import FoundationEssentials
import Testing

@Suite struct `Interpreting a level` {
    struct Case: Sendable, CustomTestStringConvertible {
        let level: String
        let flag: AbnormalFlag
        let verify: [Verification]
        init(_ level: String, _ flag: AbnormalFlag, open: Bool = false) {
            (self.level, self.flag, verify) = (level, flag, open ? [.comparatorOpen] : [])
        }
        var testDescription: String { level }
    }

    static func interpret(_ text: String, _ unit: AATUnit, _ low: String, _ high: String, _ genotype: String? = nil)
        throws
        -> Interpretation
    {
        let comparator = ["<=", ">=", "<", ">"].first { text.hasPrefix($0) }
        let number = String(text.dropFirst(comparator?.count ?? 0))
        let level = Level(
            value: try thousandths(number), unit: unit, comparator: comparator.flatMap(Comparator.init(rawValue:)))
        let range = AppliedRange(
            low: try thousandths(low), high: try thousandths(high), criticalMultiple: ReferenceRange.standardMultiple,
            source: .standard)
        return Interpretation(of: level, in: range, genotype: genotype.flatMap { Genotype($0) })
    }

    @Test(arguments: [
        Case("0", .severelyLow), Case("56.999", .severelyLow), Case("57", .low), Case("99.999", .low),
        Case("100", .normal), Case("150", .normal), Case("200", .normal), Case("200.001", .high), Case("799.9", .high),
        Case("799.999", .high), Case("800", .criticallyHigh), Case("800.001", .criticallyHigh),
        Case("820", .criticallyHigh), Case("999999.999", .criticallyHigh),
        Case(">56.999", .severelyLow, open: true), Case(">50", .severelyLow, open: true),
        Case(">=57", .low, open: true),
        Case(">99.999", .low, open: true), Case(">100", .normal, open: true), Case(">199.999", .normal, open: true),
        Case(">200", .high, open: true), Case(">=200", .high, open: true), Case(">300", .high, open: true),
        Case(">=799.999", .high, open: true), Case(">799.999", .high, open: true), Case(">=800", .criticallyHigh),
        Case(">800", .criticallyHigh), Case(">820", .criticallyHigh),
        Case("<0", .severelyLow), Case("<57", .severelyLow), Case("<=56.999", .severelyLow),
        Case("<=57", .low, open: true), Case("<57.001", .low, open: true), Case("<100", .low, open: true),
        Case("<=100", .normal, open: true), Case("<150", .normal, open: true), Case("<300", .normal, open: true),
        Case("<=800", .normal, open: true), Case("<900", .normal, open: true),
    ])
    func `in mg per dL, 100 to 200`(expected: Case) throws {
        let found = try Self.interpret(expected.level, .milligramsPerDecilitre, "100", "200")
        #expect(found == Interpretation(flag: expected.flag, verify: expected.verify))
    }

    @Test(arguments: [
        Case("0.569", .severelyLow), Case("0.57", .low), Case("0.999", .low), Case("1", .normal), Case("2", .normal),
        Case("2.001", .high), Case("7.999", .high), Case("8", .criticallyHigh), Case("8.2", .criticallyHigh),
        Case(">2", .high, open: true), Case(">=8", .criticallyHigh), Case("<0.57", .severelyLow),
        Case("<1.5", .normal, open: true),
    ])
    func `in g per L, 1 to 2`(expected: Case) throws {
        let found = try Self.interpret(expected.level, .gramsPerLitre, "1", "2")
        #expect(found == Interpretation(flag: expected.flag, verify: expected.verify))
    }

    @Test(arguments: [
        Case("10.999", .severelyLow), Case("11", .low), Case("19.9", .low), Case("20", .normal), Case("53", .normal),
        Case("53.001", .high), Case("211.999", .high), Case("212", .criticallyHigh), Case("<11", .severelyLow),
        Case("<=11", .low, open: true), Case(">212", .criticallyHigh),
    ])
    func `in umol per L, 20 to 53 as reported`(expected: Case) throws {
        let found = try Self.interpret(expected.level, .micromolesPerLitre, "20", "53")
        #expect(found == Interpretation(flag: expected.flag, verify: expected.verify))
    }

    @Test func `is severely low below its unit's limit, whatever range was reported`() throws {
        #expect(try Self.interpret("56.999", .milligramsPerDecilitre, "40", "80").flag == .severelyLow)
        #expect(try Self.interpret("57", .milligramsPerDecilitre, "40", "80").flag == .normal)
    }

    @Test func `takes the multiple from the range`() throws {
        let range = AppliedRange(
            low: Thousandths(count: 100_000), high: Thousandths(count: 200_000),
            criticalMultiple: Thousandths(count: 2500),
            source: .reported)
        func flag(_ count: Int64) -> AbnormalFlag? {
            let level = Level(value: Thousandths(count: count), unit: .milligramsPerDecilitre)
            return Interpretation(of: level, in: range, genotype: nil).flag
        }
        #expect(flag(499_999) == .high)
        #expect(flag(500_000) == .criticallyHigh)
    }

    @Test func `does not overflow at the largest stored level`() throws {
        let range = AppliedRange(
            low: Thousandths(count: 1), high: Thousandths.limit, criticalMultiple: ReferenceRange.standardMultiple,
            source: .reported)
        let level = Level(value: Thousandths.limit, unit: .gramsPerLitre, comparator: .greater)
        #expect(Interpretation(of: level, in: range, genotype: nil).flag == .criticallyHigh)
    }

    @Test(arguments: [
        (AATUnit.milligramsPerDecilitre, Int64(800_000)), (.gramsPerLitre, 8000), (.micromolesPerLitre, 212_000),
    ])
    func `is critical from the floor of its unit on, whatever the range and its multiple say`(
        unit: AATUnit, floor: Int64
    ) throws {
        let ranges = [(1, 999_999_000, 4000), (1, 300_000, 100_000), (1, Thousandths.limit.count, 100_000)].map {
            AppliedRange(
                low: Thousandths(count: $0.0), high: Thousandths(count: $0.1),
                criticalMultiple: Thousandths(count: $0.2),
                source: .standard)
        }
        for range in ranges {
            func flag(_ count: Int64, _ comparator: Comparator? = nil) -> AbnormalFlag? {
                let level = Level(value: Thousandths(count: count), unit: unit, comparator: comparator)
                #expect(
                    range.needsFloor(at: level)
                        == (Interpretation(of: level, in: range, genotype: nil).flag == .criticallyHigh))
                return Interpretation(of: level, in: range, genotype: nil).flag
            }
            for comparator in [nil, Comparator.greater, .greaterOrEqual] {
                #expect(flag(floor, comparator) == .criticallyHigh)
                #expect(flag(floor - 1, comparator) != .criticallyHigh)
            }
            #expect(flag(floor, .less) != .criticallyHigh)
        }
    }

    @Test(arguments: [
        ("ZZ", "150", true), ("ZZ", "100", true), ("ZZ", "820", true), ("ZZ", "99", false), ("ZZ", "20", false),
        ("Z/Null", "150", true), ("Null-Null", "201", true), ("MM", "56.9", true), ("MM", "57", false),
        ("MM", "150", false), ("MZ", "20", false), ("MZ", "150", false), ("SZ", "150", false), ("unknown", "20", false),
    ])
    func `that contradicts the genotype needs verification`(genotype: String, level: String, contradicts: Bool) throws {
        let found = try Self.interpret(level, .milligramsPerDecilitre, "100", "200", genotype)
        #expect(found.verify == (contradicts ? [.genotypeContradicts] : []))
    }

    @Test func `can be ambiguous and contradict the genotype at once`() throws {
        let found = try Self.interpret("<150", .milligramsPerDecilitre, "100", "200", "ZZ")
        #expect(found.verify == [.comparatorOpen, .genotypeContradicts])
    }
}

/// A decimal from its text.
func thousandths(_ text: String) throws -> Thousandths {
    let decimal = try #require(Decimal(string: text))
    return try #require(Thousandths(decimal))
}
