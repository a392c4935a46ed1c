/// A quarter of the Gregorian calendar, in UTC.
package struct CalendarQuarter: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Quarters since year 0.
    package let index: Int

    package init(index: Int) {
        self.index = index
    }

    /// The quarter in which a day lies.
    package init(of day: CalendarDate) {
        self.init(index: CalendarMonth(of: day).index / 3)
    }

    /// Reads `2026-Q4`; nil for anything else.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].utf8.count == 4, parts[1].utf8.count == 2, parts[1].hasPrefix("Q"),
            let number = Int(parts[1].dropFirst()), (1...4).contains(number),
            let first = CalendarDate("\(parts[0])-01-01")
        else { return nil }
        self.init(index: CalendarQuarter(of: first).index + number - 1)
    }

    package var year: Int { index / 4 }
    /// 1 to 4.
    package var number: Int { index % 4 + 1 }
    package var firstDay: CalendarDate { CalendarMonth(index: index * 3).firstDay }
    package var lastDay: CalendarDate { adding(1).firstDay.adding(days: -1) }
    package var months: [CalendarMonth] { (0..<3).map { CalendarMonth(index: index * 3 + $0) } }

    package func adding(_ quarters: Int) -> CalendarQuarter { CalendarQuarter(index: index + quarters) }

    package static func < (left: CalendarQuarter, right: CalendarQuarter) -> Bool { left.index < right.index }

    /// `2026-Q4`.
    package var description: String { "\(pad(year, 4))-Q\(number)" }
}
