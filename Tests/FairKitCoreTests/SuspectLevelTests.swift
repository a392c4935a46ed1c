import FairKitCore
import Testing

@Suite struct `A suspect level` {
    private func range(_ low: Int64, _ high: Int64, _ source: AppliedRange.Source = .standard) -> AppliedRange {
        AppliedRange(
            low: Thousandths(count: low), high: Thousandths(count: high),
            criticalMultiple: ReferenceRange.standardMultiple, source: source)
    }

    private func isSlip(_ text: String, _ unit: AATUnit, _ comparator: Comparator? = nil, in range: AppliedRange? = nil)
        throws -> Bool
    {
        let level = Level(value: try thousandths(text), unit: unit, comparator: comparator)
        return SuspectLevel.isUnitSlip(level, in: range ?? self.range(100_000, 200_000))
    }

    @Test(arguments: [
        // A number in mg/L, g/L and mg/dL under another unit.
        ("1500", AATUnit.milligramsPerDecilitre, true), ("1.5", .milligramsPerDecilitre, true),
        ("150", .gramsPerLitre, true), ("15", .gramsPerLitre, true), ("0.015", .gramsPerLitre, true),
        ("150", .micromolesPerLitre, true), ("1.5", .micromolesPerLitre, true),
        // Levels of living people: severe deficiency, normal, acute phase, and the example of a critical level.
        ("5", .milligramsPerDecilitre, false), ("20", .milligramsPerDecilitre, false),
        ("820", .milligramsPerDecilitre, false), ("999.999", .milligramsPerDecilitre, false),
        ("0.15", .gramsPerLitre, false), ("1.5", .gramsPerLitre, false), ("8.2", .gramsPerLitre, false),
        ("3.4", .micromolesPerLitre, false), ("53", .micromolesPerLitre, false),
        // Two null alleles.
        ("0", .milligramsPerDecilitre, false),
    ])
    func `is a number of another unit`(text: String, unit: AATUnit, expected: Bool) throws {
        #expect(try isSlip(text, unit) == expected)
    }

    @Test func `is not found where the comparator points away from the limit`() throws {
        #expect(try !isSlip("3", .milligramsPerDecilitre, .less))
        #expect(try !isSlip("2000", .milligramsPerDecilitre, .less))
        #expect(try isSlip("2000", .milligramsPerDecilitre, .greater))
    }

    @Test func `is found by a reported range of another unit, and not by our own`() throws {
        #expect(try isSlip("150", .milligramsPerDecilitre, in: range(900, 2000, .reported)))
        #expect(try !isSlip("150", .milligramsPerDecilitre, in: range(900, 2000, .standard)))
        #expect(try !isSlip("150", .milligramsPerDecilitre, in: range(90_000, 200_000, .reported)))
        #expect(try isSlip("30", .micromolesPerLitre, in: range(100_000, 200_000, .reported)))
    }

    @Test func `is held for its most telling reason`() {
        let all = Interpretation(flag: .normal, verify: Verification.allCases)
        #expect(ResultHold(suspect: all) == .unitSuspect)
        #expect(ResultHold(suspect: Interpretation(flag: .normal, verify: [])) == nil)
        for reason in Verification.allCases {
            let hold = ResultHold(suspect: Interpretation(flag: .normal, verify: [reason]))
            #expect(hold?.rawValue == reason.rawValue && hold?.isSuspectLevel == true)
        }
    }

    @Test(arguments: [
        ("ZZ", "MM", true), ("ZZ", "ZZ", false), ("Z/M", "MZ", false), ("unknown", "MM", false),
        ("MM", "unknown", false),
    ])
    func `has another genotype than the record`(reported: String, known: String, differs: Bool) throws {
        let (reported, known) = (try #require(Genotype(reported)), try #require(Genotype(known)))
        #expect(reported.differs(from: known) == differs)
        let level = Level(value: Thousandths(count: 90_000), unit: .milligramsPerDecilitre)
        let found = Interpretation(of: level, in: range(100_000, 200_000), genotype: reported, known: known)
        #expect(found.verify.contains(.genotypeDiffers) == differs)
    }

    @Test func `jumps by the tenant's factor of its unit`() {
        let before = EarlierLevel(
            level: Level(value: Thousandths(count: 100_000), unit: .milligramsPerDecilitre), testDate: Example.today)
        var factors = JumpFactors.standard
        let level = Level(value: Thousandths(count: 250_000), unit: .milligramsPerDecilitre)
        let grams = Level(value: Thousandths(count: 2500), unit: .gramsPerLitre)
        #expect(!before.jumps(to: level, by: factors))
        factors[unit: .milligramsPerDecilitre] = Thousandths(count: 2500)
        #expect(before.jumps(to: level, by: factors) && !before.jumps(to: grams, by: factors))
        factors[unit: .gramsPerLitre] = Thousandths(count: 2500)
        #expect(before.jumps(to: grams, by: factors))
    }
}

@Suite struct `A raised CRP` {
    @Test(arguments: [
        (Int64(90_000), Int64(10_001), true), (150_000, 30_000, true), (150_000, 10_000, false),
        (250_000, 30_000, false), (50_000, 30_000, false),
    ])
    func `is remarked beside a low or normal level`(level: Int64, crp: Int64, isRemarked: Bool) {
        var version = Example.version(level: level)
        var findings = version.findings
        findings.sample.crp = CRP(value: Thousandths(count: crp), unit: .milligramsPerLitre)
        version = ResultVersion(
            number: 1, status: .final, findings: findings, range: version.range,
            interpretation: version.interpretation, reason: nil, recordedAt: Example.now)
        #expect(version.remarks == (isRemarked ? [.acutePhase] : []))
        #expect(version.interpretation.verify.isEmpty, "it needs no verification")
    }

    @Test func `is told in either unit`() {
        #expect(CRP(value: Thousandths(count: 1001), unit: .milligramsPerDecilitre).isRaised)
        #expect(!CRP(value: Thousandths(count: 1000), unit: .milligramsPerDecilitre).isRaised)
    }
}

@Suite struct `A converted level` {
    private func converted(
        _ text: String, _ unit: AATUnit, to other: AATUnit, by mass: MolarMass = .kilodaltons52
    ) throws -> ConvertedLevel {
        let level = Level(value: try thousandths(text), unit: unit, comparator: .greater)
        return try #require(ConvertedLevel.all(of: level, by: mass).first { $0.unit == other })
    }

    @Test(arguments: [
        ("820", AATUnit.milligramsPerDecilitre, AATUnit.micromolesPerLitre, "157.7", true),
        ("820", .milligramsPerDecilitre, .gramsPerLitre, "8.2", false),
        ("820.5", .milligramsPerDecilitre, .gramsPerLitre, "8.205", false),
        ("820.55", .milligramsPerDecilitre, .gramsPerLitre, "8.206", true),
        ("8.2", .gramsPerLitre, .milligramsPerDecilitre, "820", false),
        ("1.25", .gramsPerLitre, .micromolesPerLitre, "24", true),
        ("11", .micromolesPerLitre, .milligramsPerDecilitre, "57.2", true),
        ("20", .micromolesPerLitre, .gramsPerLitre, "1.04", true),
        ("0", .gramsPerLitre, .micromolesPerLitre, "0", false),
    ])
    func `is exact, or says that it is rounded`(
        text: String, unit: AATUnit, other: AATUnit, expected: String, isRounded: Bool
    ) throws {
        let found = try converted(text, unit, to: other)
        #expect(found.value.description == expected && found.isRounded == isRounded)
        #expect(found.comparator == .greater)
    }

    @Test func `names its factor, which the tenant sets`() throws {
        #expect(
            try converted("820", .milligramsPerDecilitre, to: .micromolesPerLitre, by: .kilodaltons54).value.description
                == "151.7")
        #expect(
            try converted("820", .milligramsPerDecilitre, to: .micromolesPerLitre).factor == .molar(.kilodaltons52))
        #expect(try converted("820", .milligramsPerDecilitre, to: .gramsPerLitre).factor == .mass)
    }

    @Test func `does not overflow at the largest stored level`() throws {
        for unit in AATUnit.allCases {
            let level = Level(value: Thousandths.limit, unit: unit)
            #expect(ConvertedLevel.all(of: level, by: .kilodaltons52).allSatisfy { $0.value.count > 0 })
        }
    }
}

@Suite struct `A trend` {
    @Test func `has a line for each unit, and leaves out what is withdrawn or held`() throws {
        func result(
            _ level: Int64, _ day: Int, _ unit: AATUnit = .milligramsPerDecilitre, _ status: ResultStatus = .final,
            hold: ResultHold? = nil
        ) throws -> TestResult {
            let version = Example.version(
                level: level, status: status, unit: unit, day: Example.today.adding(days: day))
            let result = try Example.result(version)
            return TestResult(
                id: .new(at: Example.now), laboratoryID: result.laboratoryID, reference: "R", kitCode: result.kitCode,
                kitID: nil, profileID: nil, current: version, alertID: nil, hold: hold)
        }
        let trend = ResultTrend(of: [
            try result(150_000, 5), try result(1200, 3, .gramsPerLitre), try result(120_000, 1),
            try result(130_000, 2, .milligramsPerDecilitre, .corrected),
            try result(900_000, 4, .milligramsPerDecilitre, .enteredInError),
            try result(900_000, 6, hold: .unitSuspect),
        ])
        #expect(trend.points.map(\.level.value.count) == [120_000, 130_000, 1200, 150_000])
        #expect(trend.points.map(\.isCorrected) == [false, true, false, false])
        #expect(trend.lines.map(\.unit) == [.milligramsPerDecilitre, .gramsPerLitre])
        #expect(trend.lines.map(\.points.count) == [3, 1])
        #expect(trend.latest?.level.value.count == 150_000)
        #expect(ResultTrend(of: []).latest == nil)
    }
}
