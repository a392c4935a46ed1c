/// A recurrence rule (RFC 5545, section 3.3.10), as far as shifts can follow it: `FREQ=WEEKLY;BYDAY=MO,TU`.
struct CalendarRule: Hashable, Sendable {
    enum Frequency: String {
        case daily = "DAILY"
        case weekly = "WEEKLY"
    }

    private(set) var frequency = Frequency.daily
    private(set) var interval = 1
    /// nil: not given.
    private(set) var weekdays: Set<Weekday>?
    private(set) var weekStart = Weekday.monday
    private(set) var until: CalendarTime?
    private(set) var count: Int?

    static let mostCount = 3660
    /// Dates that a count is followed for: twenty years.
    private static let mostDays = 7320

    init(_ line: CalendarLine) throws(CalendarFault) {
        var seen: Set<String> = []
        for part in line.value.split(separator: ";", omittingEmptySubsequences: false) {
            let pair = part.split(separator: "=", omittingEmptySubsequences: false).map { $0.uppercased() }
            guard pair.count == 2, seen.insert(pair[0]).inserted else {
                throw line.fault("has to be parts such as FREQ=WEEKLY;BYDAY=MO, each once")
            }
            try read(pair[0], pair[1], line)
        }
        guard seen.contains("FREQ") else { throw line.fault("FREQ is required") }
        guard until == nil || count == nil else { throw line.fault("UNTIL and COUNT exclude each other") }
    }

    private mutating func read(_ name: String, _ value: String, _ line: CalendarLine) throws(CalendarFault) {
        switch name {
        case "FREQ":
            guard let known = Frequency(rawValue: value) else { throw line.fault("FREQ has to be DAILY or WEEKLY") }
            frequency = known
        case "INTERVAL":
            guard let number = Int(value), (1...7 * ShiftTimes.mostWeeks).contains(number) else {
                throw line.fault("INTERVAL has to be 1 to 52 days, or 1 to 52 whole weeks")
            }
            interval = number
        case "BYDAY":
            let days = value.split(separator: ",", omittingEmptySubsequences: false).map { Weekday(inCalendar: $0) }
            guard days.allSatisfy({ $0 != nil }) else {
                throw line.fault("BYDAY has to be days of the week such as MO,TU, without numbers")
            }
            weekdays = Set(days.compactMap(\.self))
        case "WKST":
            guard let day = Weekday(inCalendar: value) else { throw line.fault("WKST has to be a day such as MO") }
            weekStart = day
        case "UNTIL":
            // Shifts begin on the minute, so the seconds make no difference.
            guard let time = CalendarTime(value, zone: nil, dropsSeconds: true) else {
                throw line.fault("UNTIL has to be a date such as 20261224, or a time such as 20261224T225959Z")
            }
            until = time
        case "COUNT":
            guard let number = Int(value), (1...CalendarRule.mostCount).contains(number) else {
                throw line.fault("COUNT has to be 1 to \(CalendarRule.mostCount)")
            }
            count = number
        default:
            throw line.fault(
                "only FREQ, INTERVAL, BYDAY, WKST, UNTIL and COUNT can be imported; take the other parts out")
        }
    }

    /// The same as times of shifts. A rule of every third day has as many as days of the week.
    ///
    /// - Parameters:
    ///   - event: the first occurrence.
    ///   - clock: the clock on which `UNTIL` is read.
    func times(
        of event: ShiftTimes, except: Set<CalendarDate>, _ clock: CalendarClock, _ line: CalendarLine
    ) throws(CalendarFault) -> [ShiftTimes] {
        let first = event.from
        guard weekdays?.contains(first.weekday) ?? true else {
            throw line.fault("BYDAY has to contain the day of DTSTART")
        }
        guard everyWeeks <= ShiftTimes.mostWeeks else {
            throw line.fault("INTERVAL has to be 1 to 52 days, or 1 to 52 whole weeks")
        }
        let last = try last(of: event, clock, line)
        func shifts(until last: CalendarDate?) -> [ShiftTimes] {
            patterns(from: first).map { days, anchor in
                ShiftTimes(
                    on: days, from: event.start, to: event.end, days: event.days, validFrom: first, until: last,
                    everyWeeks: everyWeeks, anchor: anchor, except: except)
            }
        }
        guard let count else { return shifts(until: last) }
        return shifts(until: CalendarRule.date(number: count, of: shifts(until: nil), from: first))
    }

    /// The days of the week and the anchors of the shifts that follow the rule.
    private func patterns(from first: CalendarDate) -> [(days: Set<Weekday>, anchor: CalendarDate)] {
        switch frequency {
        case .weekly: [(weekdays ?? [first.weekday], first.onOrBefore(weekStart))]
        case .daily where interval == 1: [(weekdays ?? Set(Weekday.allCases), first.onOrBefore(.monday))]
        case .daily where interval % 7 == 0: [([first.weekday], first)]
        // Every n days is, for each day of the week, every n weeks.
        case .daily:
            (0..<7).map { first.adding(days: interval * $0) }
                .filter { weekdays?.contains($0.weekday) ?? true }.map { ([$0.weekday], $0) }
        }
    }

    private var everyWeeks: Int { frequency == .daily && interval % 7 == 0 ? interval / 7 : interval }

    /// The last date on which an occurrence can begin by `UNTIL`, which is included.
    private func last(
        of event: ShiftTimes, _ clock: CalendarClock, _ line: CalendarLine
    ) throws(CalendarFault) -> CalendarDate? {
        guard let until else { return nil }
        let last: CalendarDate
        switch until {
        case .date(let date): last = date
        case .local(let date, let time, _): last = time < event.start ? date.adding(days: -1) : date
        case .utc(let time):
            let shown = clock.zone.clock(at: time).date
            last = clock.zone.time(of: shown, event.start) > time ? shown.adding(days: -1) : shown
        }
        guard last >= event.from else { throw line.fault("UNTIL has to be later than DTSTART") }
        return last
    }

    /// The date of an occurrence by its number; nil: it lies more than twenty years ahead.
    private static func date(number: Int, of shifts: [ShiftTimes], from first: CalendarDate) -> CalendarDate? {
        // COUNT counts occurrences that EXDATE takes out, too.
        var (left, date) = (number, first)
        for _ in 0..<mostDays {
            if shifts.contains(where: { $0.recurs(on: date) }) { left -= 1 }
            if left == 0 { return date }
            date = date.adding(days: 1)
        }
        return nil
    }
}

extension Weekday {
    /// Reads `MO`; nil for anything else.
    init?(inCalendar text: some StringProtocol) {
        guard let day = Weekday.allCases.first(where: { $0.inCalendar == text }) else { return nil }
        self = day
    }

    /// The form `MO`.
    var inCalendar: String { String(rawValue.prefix(2)).uppercased() }
}
