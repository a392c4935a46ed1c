import FairKitCore

/// Sample values; a test changes only the member it is about.
enum Example {
    static let now = Timestamp(milliseconds: 1_795_227_584_123)
    static let today = now.date()

    static func result(_ version: ResultVersion) throws -> TestResult {
        TestResult(
            id: ResultID.new(at: now), laboratoryID: LaboratoryID.new(at: now), reference: "R-1",
            kitCode: try KitCode(scanned: "FU-KIT-2025110701-X"), kitID: nil, profileID: nil, current: version,
            alertID: nil)
    }

    static func version(
        _ number: Int = 1, level: Int64 = 820_000, status: ResultStatus = .final, high: Int64 = 200_000,
        unit: AATUnit = .milligramsPerDecilitre, comparator: Comparator? = nil, day: CalendarDate = today,
        genotype: String? = nil
    ) -> ResultVersion {
        let genotype = genotype.flatMap { Genotype($0) }
        let level = Level(value: Thousandths(count: level), unit: unit, comparator: comparator)
        let range = AppliedRange(
            low: Thousandths(count: high / 2), high: Thousandths(count: high),
            criticalMultiple: ReferenceRange.standardMultiple, source: .standard)
        return ResultVersion(
            number: number, status: status,
            findings: Findings(testDate: day, level: level, genotype: genotype, method: nil, reportedRange: nil),
            range: range, interpretation: Interpretation(of: level, in: range, genotype: genotype), reason: nil,
            recordedAt: now)
    }

    static func withoutLevel(
        _ number: Int = 1, genotype: String? = "ZZ", phenotype: String? = nil, day: CalendarDate = today
    ) -> ResultVersion {
        let findings = Findings(
            testDate: day, level: nil, genotype: genotype.flatMap { Genotype($0) },
            phenotype: phenotype.flatMap { Phenotype($0) }, method: nil, reportedRange: nil)
        return ResultVersion(
            number: number, status: .final, findings: findings, range: nil,
            interpretation: Interpretation(ofGenotype: findings.genotype, known: nil), reason: nil, recordedAt: now)
    }

    static func alert(
        _ version: ResultVersion, rule: AlertRule = .criticalHigh, band: Band = .critical, state: AlertState = .open,
        earlier: EarlierLevel? = nil
    ) -> Alert {
        Alert(
            id: AlertID.new(at: now), resultID: ResultID.new(at: now), resultVersion: version.number, rule: rule,
            band: band, level: version.findings.level, range: version.range, raisedAt: now, state: state, follows: nil,
            profileID: nil, genotype: version.findings.genotype, earlier: earlier)
    }
}
