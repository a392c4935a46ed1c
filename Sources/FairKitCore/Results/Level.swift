/// A reported AAT level. It is never converted.
package struct Level: Hashable, Sendable, CustomStringConvertible {
    package let value: Thousandths
    package let unit: AATUnit
    package let comparator: Comparator?

    package init(value: Thousandths, unit: AATUnit, comparator: Comparator? = nil) {
        self.value = value
        self.unit = unit
        self.comparator = comparator
    }

    /// `>820 mg/dL`
    package var description: String { "\(comparator?.rawValue ?? "")\(value) \(unit.rawValue)" }
}

/// The units in which laboratories report AAT, by UCUM code.
package enum AATUnit: String, Sendable, CaseIterable {
    case milligramsPerDecilitre = "mg/dL"
    case gramsPerLitre = "g/L"
    case micromolesPerLitre = "umol/L"

    /// Below it the deficiency is severe and puts the lungs at risk: 57 mg/dL, 0.57 g/L, 11 umol/L (ATS/ERS statement,
    /// Am J Respir Crit Care Med 2003;168:818–900).
    package var severeLimit: Thousandths {
        switch self {
        case .milligramsPerDecilitre: Thousandths(count: 57_000)
        case .gramsPerLitre: Thousandths(count: 570)
        case .micromolesPerLitre: Thousandths(count: 11_000)
        }
    }
}

/// The level lies on one side of the number, as in FHIR's Quantity.comparator.
package enum Comparator: String, Sendable, CaseIterable {
    case less = "<"
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case greater = ">"
}
