/// The local times at which a shift takes place.
///
/// They belong to a wall clock: a shift from 20:00 to 08:00 begins and ends at these times on every date, also when
/// summer time begins or ends. See `TimeZoneFile.time(of:_:)`.
package struct ShiftTimes: Hashable, Sendable {
    /// The days of the week on which it begins.
    package let weekdays: Set<Weekday>
    package let start: LocalTime
    package let end: LocalTime
    /// How many days after its beginning it ends: 0 is the same day. The end is later than the start.
    package let days: Int
    /// The first date on which it can begin.
    package let from: CalendarDate
    /// The last date on which it can begin; nil: any.
    package let until: CalendarDate?
    /// 1: every week; 2: every other week, and so on. Weeks begin on the anchor's day of the week.
    package let everyWeeks: Int
    /// A date in a week in which it takes place.
    package let anchor: CalendarDate
    /// Dates on which it doesn't begin.
    package let except: Set<CalendarDate>

    /// The most days that one shift lasts.
    package static let mostDays = 31
    package static let mostWeeks = 52
    package static let mostExceptions = 366

    /// The limits of a client's values are checked by `check`.
    ///
    /// - Parameters:
    ///   - days: nil: the same day, or the next one if the end is not later than the start.
    ///   - anchor: nil: the Monday of the first date's week.
    package init(
        on weekdays: Set<Weekday>, from start: LocalTime, to end: LocalTime, days: Int? = nil,
        validFrom from: CalendarDate, until: CalendarDate? = nil, everyWeeks: Int = 1,
        anchor: CalendarDate? = nil, except: Set<CalendarDate> = []
    ) {
        self.weekdays = weekdays
        self.start = start
        self.end = end
        self.days = days ?? (end > start ? 0 : 1)
        self.from = from
        self.until = until
        self.everyWeeks = everyWeeks
        self.anchor = anchor ?? from.onOrBefore(.monday)
        self.except = except
    }

    /// On one line: `monday tuesday 20:00-08:00 from 2026-01-05`.
    var line: String {
        let days = (end > start ? 0 : 1) == days ? "" : ", \(days) days later"
        return "\(weekdays.sorted().map(\.rawValue).joined(separator: " ")) \(start)-\(end)\(days) from \(from)"
            + (until.map { " until \($0)" } ?? "")
            + (everyWeeks == 1 ? "" : ", every \(everyWeeks) weeks as of \(anchor)")
            + (except.isEmpty ? "" : ", except \(except.sorted().map(\.description).joined(separator: " "))")
    }

    /// Records every invalid field, by its name in the API.
    package func check(_ faults: inout Faults) {
        faults.require(!weekdays.isEmpty, "/weekdays", "one or more days of the week, each once")
        faults.require(
            (end > start ? 0...ShiftTimes.mostDays : 1...ShiftTimes.mostDays).contains(days), "/days",
            "0 to \(ShiftTimes.mostDays), so that the shift ends later than it begins")
        faults.require(
            (1...ShiftTimes.mostWeeks).contains(everyWeeks), "/everyWeeks", "1 to \(ShiftTimes.mostWeeks)")
        if let until { faults.require(from <= until, "/until", "not earlier than from") }
        faults.require(
            except.count <= ShiftTimes.mostExceptions, "/except", "at most \(ShiftTimes.mostExceptions) dates")
    }

    /// Whether the shift begins on a date.
    package func begins(on date: CalendarDate) -> Bool {
        guard weekdays.contains(date.weekday), from <= date, until.map({ date <= $0 }) ?? true,
            !except.contains(date)
        else { return false }
        let days = date.daysSince1970 - anchor.daysSince1970
        let week = (days - days.modulo(7)) / 7
        return week.modulo(everyWeeks) == 0
    }

    /// From when until when the shift takes place that begins on a date; nil if it is empty, because the clocks skip it.
    package func period(on date: CalendarDate, in zone: TimeZoneFile) -> Range<Timestamp>? {
        let (first, last) = (zone.time(of: date, start), zone.time(of: date.adding(days: days), end))
        return first < last ? first..<last : nil
    }

    /// The periods that have a part in a range of times, in order.
    package func periods(in range: Range<Timestamp>, zone: TimeZoneFile) -> [Range<Timestamp>] {
        // A day of margin covers every offset.
        var date = max(range.lowerBound.date().adding(days: -days - 2), from)
        let end = range.upperBound.date().adding(days: 1)
        let last = until.map { min($0, end) } ?? end
        var found: [Range<Timestamp>] = []
        while date <= last {
            if begins(on: date), let period = period(on: date, in: zone), period.overlaps(range) {
                found.append(period)
            }
            date = date.adding(days: 1)
        }
        return found
    }
}
