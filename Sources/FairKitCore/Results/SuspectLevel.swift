/// The rules that make a level suspect without any other knowledge than its range. See decision 0105.
package enum SuspectLevel {
    /// Whether a level, or the range that came with it, looks like a number of another unit.
    ///
    /// Levels of living people lie between these limits; outside them a slip of the unit is likelier than an illness. A
    /// level with a comparator that points away from the limit proves nothing.
    package static func isUnitSlip(_ level: Level, in range: AppliedRange) -> Bool {
        let plausible = level.unit.plausibleLevels
        let isTooHigh = level.value >= plausible.upperBound && !level.isUpper
        // Laboratories report less than they can measure as `<`. Zero is what a person with two null alleles has.
        let isTooLow = level.value < plausible.lowerBound && level.value.count > 0 && level.comparator == nil
        guard range.source == .reported else { return isTooHigh || isTooLow }
        return isTooHigh || isTooLow || !level.unit.plausibleUpperLimits.contains(range.high)
    }
}

extension AATUnit {
    /// From 5 to below 1000 mg/dL, and the like. A number below looks like one in g/L under mg/dL or umol/L, a number
    /// above like one in mg/L or mg/dL.
    package var plausibleLevels: Range<Thousandths> {
        switch self {
        case .milligramsPerDecilitre: Thousandths(count: 5000)..<Thousandths(count: 1_000_000)
        case .gramsPerLitre: Thousandths(count: 50)..<Thousandths(count: 10_000)
        case .micromolesPerLitre: Thousandths(count: 2500)..<Thousandths(count: 100_000)
        }
    }
}

extension Level {
    /// The true value is below the number, or equal to it.
    fileprivate var isUpper: Bool { comparator == .less || comparator == .lessOrEqual }
}

/// By which factor a level must differ from the patient's last one to be implausible, for each unit (requirement R2.12).
package struct JumpFactors: Equatable, Sendable {
    private var factors: [AATUnit: Thousandths] = [:]

    /// In an acute phase the level rises three- to fourfold, and less in people with a deficiency (Janciauskiene et al.,
    /// Respir Med 2011;105:1129–39).
    package static let standard = JumpFactors()
    package init() {}

    package static let allowed = Thousandths(count: 1500)...Thousandths(count: 100_000)

    /// The factor for levels of a unit.
    package subscript(unit unit: AATUnit) -> Thousandths {
        get { factors[unit] ?? Thousandths(count: 4000) }
        set { factors[unit] = newValue == Thousandths(count: 4000) ? nil : newValue }
    }
}
