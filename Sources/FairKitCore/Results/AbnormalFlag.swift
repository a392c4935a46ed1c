/// The interpretation of a level, by the codes of HL7 table 0078 (ObservationInterpretation).
package enum AbnormalFlag: String, Sendable, CaseIterable {
    case severelyLow = "LL"
    case low = "L"
    case normal = "N"
    case high = "H"
    case criticallyHigh = "HH"
}

/// Why a person has to verify a result.
package enum Verification: String, Sendable, CaseIterable {
    /// The number looks like one of another unit.
    case unitSuspect = "unit-suspect"
    /// The comparator leaves open to which class the level belongs.
    case comparatorOpen = "comparator-open"
    /// The level contradicts the genotype.
    case genotypeContradicts = "genotype-contradicts"
    /// The reported genotype is not the one of the patient's record.
    case genotypeDiffers = "genotype-differs"
    /// The level is far from the patient's last one.
    case implausibleJump = "implausible-jump"
}

/// A flag, and what needs verification.
package struct Interpretation: Equatable, Sendable {
    /// nil: there is no level to interpret.
    package let flag: AbnormalFlag?
    package let verify: [Verification]

    /// A stored interpretation.
    package init(flag: AbnormalFlag?, verify: [Verification]) {
        self.flag = flag
        self.verify = verify
    }

    /// Interprets a report without a level: only its genotype can be in doubt.
    package init(ofGenotype genotype: Genotype?, known: Genotype?) {
        let differs = genotype.flatMap { reported in known.map { reported.differs(from: $0) } } ?? false
        self.init(flag: nil, verify: differs ? [.genotypeDiffers] : [])
    }

    /// Interprets a level by a range (see decision 0106). Without a comparator: LL below the
    /// severe limit, L below `low`, H above `high`, HH from the critical multiple of `high` on, and from the unit's floor
    /// on. `>` and `>=` at or above a limit count as high; `<` and `<=` never do.
    /// - Parameters:
    ///   - genotype: the reported one, or else the known one.
    ///   - known: the genotype of the patient's record.
    ///   - earlier: the patient's last level before this one.
    ///   - jumps: the tenant's factors of an implausible jump.
    package init(
        of level: Level, in range: AppliedRange, genotype: Genotype?, known: Genotype? = nil,
        earlier: EarlierLevel? = nil, jumps: JumpFactors = .standard
    ) {
        let exact = 2 * level.value.count
        // Twice the thousandths, so that "just below" and "just above" a number are numbers as well.
        func flag(_ position: Int64) -> AbnormalFlag {
            if range.isCritical(position) || position >= 2 * level.unit.criticalFloor.count { return .criticallyHigh }
            if position > 2 * range.high.count { return .high }
            if position < 2 * (range.severeLimit ?? level.unit.severeLimit).count { return .severelyLow }
            return position < 2 * range.low.count ? .low : .normal
        }
        let likely: AbnormalFlag
        let farthest: AbnormalFlag
        switch level.comparator {
        case nil:
            likely = flag(exact)
            farthest = likely
        case .greater, .greaterOrEqual:
            likely = flag(exact + 1)
            farthest = .criticallyHigh
        case .less:
            likely = Interpretation.neverHigh(flag(exact - 1))
            farthest = flag(0)
        case .lessOrEqual:
            likely = Interpretation.neverHigh(flag(exact))
            farthest = flag(0)
        }
        self.flag = likely
        var verify: [Verification] = likely == farthest ? [] : [.comparatorOpen]
        if let genotype, Interpretation.contradicts(likely, genotype) { verify.append(.genotypeContradicts) }
        if let genotype, let known, genotype.differs(from: known) { verify.append(.genotypeDiffers) }
        if earlier?.jumps(to: level, by: jumps) == true { verify.append(.implausibleJump) }
        self.verify = verify
    }

    private static func neverHigh(_ flag: AbnormalFlag) -> AbnormalFlag {
        flag == .high || flag == .criticallyHigh ? .normal : flag
    }

    private static func contradicts(_ flag: AbnormalFlag, _ genotype: Genotype) -> Bool {
        switch flag {
        case .severelyLow: genotype.isNormal
        case .low: false
        case .normal, .high, .criticallyHigh: genotype.isSevere
        }
    }
}
