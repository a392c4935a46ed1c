/// A reported level in another unit, to be shown beside it and never in its place.
package struct ConvertedLevel: Equatable, Sendable {
    package let value: Thousandths
    package let unit: AATUnit
    package let comparator: Comparator?
    /// How many of the other unit are one of the reported one, or nil if the conversion divides by `molarFactor`.
    package let factor: Factor
    /// Whether digits were cut: g/L has three decimals, mg/dL and umol/L have one. Half is rounded up.
    package let isRounded: Bool

    /// How values are converted.
    package enum Factor: Equatable, Sendable {
        /// 1 g/L is 100 mg/dL exactly.
        case mass
        /// So many umol/L are one mg/dL, by the molar mass.
        case molar(MolarMass)
    }

    /// The level in each other unit.
    package static func all(of level: Level, by mass: MolarMass) -> [ConvertedLevel] {
        AATUnit.allCases.filter { $0 != level.unit }.map { ConvertedLevel(level, to: $0, by: mass) }
    }

    private init(_ level: Level, to unit: AATUnit, by mass: MolarMass) {
        let count = level.value.count
        let (up, down): (Int64, Int64) =
            switch (level.unit, unit) {
            case (.milligramsPerDecilitre, .gramsPerLitre): (1, 100)
            case (.gramsPerLitre, .milligramsPerDecilitre): (100, 1)
            case (.milligramsPerDecilitre, .micromolesPerLitre): (mass.tenThousandths, 10_000)
            case (.gramsPerLitre, .micromolesPerLitre): (100 * mass.tenThousandths, 10_000)
            case (.micromolesPerLitre, .milligramsPerDecilitre): (10_000, mass.tenThousandths)
            case (.micromolesPerLitre, .gramsPerLitre): (100, mass.tenThousandths)
            default: (1, 1)
            }
        // In thousandths; mg/dL and umol/L keep one decimal.
        let step: Int64 = unit == .gramsPerLitre ? 1 : 100
        let (numerator, denominator) = (count * up, down * step)
        let rounded = (2 * numerator + denominator) / (2 * denominator)
        value = Thousandths(count: rounded * step)
        isRounded = rounded * denominator != numerator
        self.unit = unit
        comparator = level.comparator
        factor =
            level.unit == .micromolesPerLitre || unit == .micromolesPerLitre ? .molar(mass) : .mass
    }
}

/// The molar mass by which a tenant converts: laboratories use one or the other.
package enum MolarMass: String, Sendable, CaseIterable {
    /// 52 kDa, the mass of the protein with its sugars.
    case kilodaltons52 = "52"
    case kilodaltons54 = "54"

    /// umol/L per mg/dL, in ten-thousandths: 0.1923 or 0.1850.
    package var tenThousandths: Int64 {
        switch self {
        case .kilodaltons52: 1923
        case .kilodaltons54: 1850
        }
    }
}
