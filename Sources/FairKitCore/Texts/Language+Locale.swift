/// CLDR's plural categories, as far as our languages have them.
package enum PluralCategory: String, Sendable, CaseIterable {
    case one
    case many
    case other
}

/// Numbers, plurals, dates and times as CLDR writes them in `en-GB`, `es` and `sw`. A test compares them with CLDR's data.
extension Language {
    /// The categories that a plural text needs.
    package var plurals: [PluralCategory] {
        switch self {
        case .english, .swahili: [.one, .other]
        case .spanish: [.one, .many, .other]
        }
    }

    /// The category of a whole number.
    package func plural(_ number: Int) -> PluralCategory {
        switch self {
        case _ where number == 1: .one
        case .spanish where number != 0 && number.isMultiple(of: 1_000_000): .many
        case .english, .spanish, .swahili: .other
        }
    }

    /// A whole number, in groups of three digits. Spanish groups no number of four digits.
    package func text(of number: Int) -> String {
        let digits = String(number.magnitude)
        let sign = number < 0 ? "-" : ""
        let (separator, least) = self == .spanish ? (".", 5) : (",", 4)
        guard digits.count >= least else { return sign + digits }
        let groups = stride(from: digits.count, to: 0, by: -3).map { end in
            digits.prefix(end).suffix(min(3, end))
        }
        return sign + groups.reversed().joined(separator: separator)
    }

    /// Reported decimals with this language's mark: `1.25` or `1,25`. Nothing else about them changes.
    package func decimal(_ number: String) -> String {
        self == .spanish
            ? number.split(separator: ".", omittingEmptySubsequences: false).joined(separator: ",") : number
    }

    /// `2 April 2026`.
    package func text(of date: CalendarDate) -> String {
        let parts = "\(date)".split(separator: "-").compactMap { Int($0) }
        let (year, month, day) = (parts[0], months[parts[1] - 1], parts[2])
        return switch self {
        case .english, .swahili: "\(day) \(month) \(year)"
        case .spanish: "\(day) de \(month) de \(year)"
        }
    }

    /// `09:05`; in Spanish `9:05`.
    package func clock(_ time: LocalDateTime) -> String {
        let hour = self == .spanish ? "\(time.minute / 60)" : pad(time.minute / 60)
        return "\(hour):\(pad(time.minute % 60))"
    }

    /// From January.
    var months: [String] {
        switch self {
        case .english:
            [
                "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
                "November", "December",
            ]
        case .spanish:
            [
                "enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto", "septiembre", "octubre",
                "noviembre", "diciembre",
            ]
        case .swahili:
            [
                "Januari", "Februari", "Machi", "Aprili", "Mei", "Juni", "Julai", "Agosti", "Septemba", "Oktoba",
                "Novemba", "Desemba",
            ]
        }
    }
}
