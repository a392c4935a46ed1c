/// A reported AAT level. It is never converted.
package struct Level: Equatable, Sendable, CustomStringConvertible {
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

/// A level, and the range by which it is interpreted.
package struct InterpretedLevel: Equatable, Sendable {
    package let level: Level
    package let range: AppliedRange

    /// nil: no level was reported.
    package init?(_ level: Level?, in range: AppliedRange?) {
        guard let level, let range else { return nil }
        self.level = level
        self.range = range
    }
}

/// The units in which laboratories report AAT, by UCUM code.
package enum AATUnit: String, Sendable, CaseIterable {
    case milligramsPerDecilitre = "mg/dL"
    case gramsPerLitre = "g/L"
    case micromolesPerLitre = "umol/L"

    /// A unit as people and spreadsheets write it: `mg/dl`, `MG / DL`, `µmol/L` with either of the two characters.
    package init?(written text: String) { self.init(spelling: text) }

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

extension RawRepresentable where RawValue == String, Self: CaseIterable {
    /// The unit that a text can only mean: case, white space, and the micro sign do not matter.
    init?(spelling text: String) {
        func plain(_ text: String) -> String {
            text.lowercased().filter { !$0.isWhitespace }.replacing("\u{B5}", with: "u").replacing("\u{3BC}", with: "u")
        }
        guard let unit = Self.allCases.first(where: { plain($0.rawValue) == plain(text) }) else { return nil }
        self = unit
    }
}

/// The level lies on one side of the number, as in FHIR's Quantity.comparator.
package enum Comparator: String, Sendable, CaseIterable {
    case less = "<"
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case greater = ">"

    /// A comparator as people write it: also `≤` and `≥`.
    package init?(written text: String) {
        switch text {
        case "≤": self = .lessOrEqual
        case "≥": self = .greaterOrEqual
        default: self.init(rawValue: text)
        }
    }

    /// The signs at the beginning of a value such as `≥ 820`, which need be no comparator, and the number after them.
    package static func split(_ text: String) -> (signs: String, number: String) {
        let signs = text.prefix { "<>=≤≥".contains($0) }
        return (String(signs), String(text.dropFirst(signs.count).drop { $0 == " " }))
    }
}
