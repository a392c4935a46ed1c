/// The days over which figures are read.
package enum FigurePeriod: Hashable, Sendable, CustomStringConvertible {
    /// So many days, the last of which is yesterday: 7 or 30.
    case last(Int)
    case quarter(CalendarQuarter)
    case year(Int)
    /// From one day through another.
    case days(CalendarDate, CalendarDate)

    /// How it is written.
    package static let form = "7d, 30d, 2026-Q4, 2026, or 2026-01-05..2026-03-09"

    /// Reads `7d`, `30d`, `2026-Q4`, `2026` or `2026-01-05..2026-03-09`; nil for anything else.
    package init?(_ text: some StringProtocol) {
        if text == "7d" || text == "30d" {
            self = .last(text == "7d" ? 7 : 30)
        } else if let quarter = CalendarQuarter(text) {
            self = .quarter(quarter)
        } else if text.utf8.count == 4, let first = CalendarDate("\(text)-01-01") {
            self = .year(CalendarQuarter(of: first).year)
        } else {
            let halves = text.utf8.count == 22 ? (text.prefix(10), text.suffix(10)) : ("", "")
            guard text.dropFirst(10).prefix(2) == "..", let from = CalendarDate(halves.0),
                let through = CalendarDate(halves.1), from <= through
            else { return nil }
            self = .days(from, through)
        }
    }

    package var description: String {
        switch self {
        case .last(let days): "\(days)d"
        case .quarter(let quarter): "\(quarter)"
        case .year(let year): pad(year, 4)
        case .days(let from, let through): "\(from)..\(through)"
        }
    }

    /// The first and the last day.
    package func days(at today: CalendarDate) -> ClosedRange<CalendarDate> {
        switch self {
        case .last(let days): today.adding(days: -days)...today.adding(days: -1)
        case .quarter(let quarter): quarter.firstDay...quarter.lastDay
        case .year(let year): CalendarQuarter(index: year * 4).firstDay...CalendarQuarter(index: year * 4 + 3).lastDay
        case .days(let from, let through): from...through
        }
    }

    /// The quarters that the period consists of; empty: it is no sum of whole quarters.
    package func quarters(at today: CalendarDate) -> [CalendarQuarter] {
        let days = days(at: today)
        let (first, last) = (CalendarQuarter(of: days.lowerBound), CalendarQuarter(of: days.upperBound))
        guard first.firstDay == days.lowerBound, last.lastDay == days.upperBound else { return [] }
        return (first.index...last.index).map { CalendarQuarter(index: $0) }
    }

    /// The parts that a chart shows: the months of a quarter or a year, weeks of other periods, at most 60; a period of
    /// one week has none.
    package func parts(at today: CalendarDate) -> [ClosedRange<CalendarDate>] {
        let days = days(at: today)
        switch self {
        case .last(7): return []
        case .quarter, .year:
            let (first, last) = (CalendarMonth(of: days.lowerBound), CalendarMonth(of: days.upperBound))
            return (first.index...last.index).map { CalendarMonth(index: $0) }.map { $0.firstDay...$0.lastDay }
        case .last, .days:
            let length = days.upperBound.daysSince1970 - days.lowerBound.daysSince1970 + 1
            let step = max(7, (length + 59) / 60)
            return stride(from: 0, to: length, by: step).map { start in
                days.lowerBound.adding(days: start)...days.lowerBound.adding(days: min(start + step, length) - 1)
            }
        }
    }
}
