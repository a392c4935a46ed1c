/// A month of the Gregorian calendar.
package struct CalendarMonth: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Months since year 0.
    package let index: Int

    package init(index: Int) {
        self.index = index
    }

    /// The month in which a day lies.
    package init(of day: CalendarDate) {
        let parts = "\(day)".split(separator: "-").compactMap { Int($0) }
        self.init(index: parts[0] * 12 + parts[1] - 1)
    }

    /// Reads `YYYY-MM`; nil for anything else.
    package init?(_ text: some StringProtocol) {
        guard let first = CalendarDate("\(text)-01") else { return nil }
        self.init(of: first)
    }

    package func adding(_ months: Int) -> CalendarMonth { CalendarMonth(index: index + months) }

    package var firstDay: CalendarDate { CalendarDate("\(self)-01") ?? CalendarDate(daysSince1970: 0) }
    package var lastDay: CalendarDate { adding(1).firstDay.adding(days: -1) }

    package static func < (left: CalendarMonth, right: CalendarMonth) -> Bool { left.index < right.index }

    /// `YYYY-MM`.
    package var description: String { "\(pad(index / 12, 4))-\(pad(index % 12 + 1))" }
}
