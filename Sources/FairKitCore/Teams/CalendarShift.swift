/// A shift that an iCalendar file describes, with the member's e-mail address.
package struct CalendarShift: Hashable, Sendable {
    /// In lower case.
    package let address: MailAddress
    package let times: ShiftTimes
    /// The pointer and the sentence if no member has this address.
    package let stranger: Invalid

    /// The largest file, in bytes.
    package static let mostBytes = 1_000_000

    /// Reads a calendar as shifts on a team's clock. Nothing of a calendar with a fault is taken.
    ///
    /// - Parameters:
    ///   - timeZone: the name of the team's zone.
    ///   - zones: finds other zones by their IANA names.
    ///   - isOver: asked at each event: whether it has taken too long.
    /// - Throws: every faulty event's first fault, by its line and property.
    package static func shifts(
        in bytes: [UInt8], timeZone: String, _ zone: TimeZoneFile,
        zones: @escaping (String) -> TimeZoneFile?, isOver: () -> Bool = { false }
    ) throws(Invalid) -> [CalendarShift] {
        let events: [CalendarEvent]
        do { events = try CalendarEvent.events(in: bytes) } catch { throw error.invalid }
        var faults: [FieldError] = []
        var shifts: [CalendarShift] = []
        let clock = CalendarClock(name: timeZone, zone: zone, zones: zones)
        // Changed occurrences of a recurring event have its UID, and RECURRENCE-ID.
        var changed: [String: [ExceptDate]] = [:]
        let tooLong = Invalid("", "takes too long to read: import a calendar with fewer events")
        for event in events {
            guard !isOver() else { throw tooLong }
            guard let line = event.lines["RECURRENCE-ID"], let uid = event.lines["UID"]?.value else { continue }
            do throws(CalendarFault) {
                changed[uid, default: []] += try line.exceptDates(clock)
                guard changed[uid, default: []].count <= ShiftTimes.mostExceptions else {
                    changed[uid] = []
                    throw line.tooManyExceptions
                }
            } catch { faults += error.invalid.fields }
            guard faults.count < Faults.most else { throw Invalid(faults) }
        }
        for event in events {
            guard !isOver() else { throw tooLong }
            do throws(CalendarFault) {
                let isChanged = event.lines["RECURRENCE-ID"] != nil
                let others = isChanged ? [] : event.lines["UID"].flatMap { changed[$0.value] } ?? []
                shifts += try event.shifts(changed: others, clock)
            } catch { faults += error.invalid.fields }
            // What is refused anyway is not read to its end.
            guard faults.count < Faults.most else { throw Invalid(faults) }
            guard shifts.count <= Team.mostShifts || !faults.isEmpty else {
                throw Invalid("/shifts", "at most \(Team.mostShifts) shifts")
            }
        }
        guard faults.isEmpty else { throw Invalid(Array(faults.prefix(Faults.most))) }
        return shifts
    }
}

extension CalendarEvent {
    /// - Parameter changed: the occurrences of this one that other events replace.
    fileprivate func shifts(
        changed: [ExceptDate], _ clock: CalendarClock
    ) throws(CalendarFault) -> [CalendarShift] {
        guard !isCancelled else { return [] }
        let rule = lines["RRULE"]
        let isChanged = lines["RECURRENCE-ID"] != nil
        if isChanged, let rule { throw rule.fault("can't stand together with RECURRENCE-ID") }
        if let range = lines["RECURRENCE-ID"], range.parameters["RANGE"] != nil {
            throw range.fault("RANGE can't be imported; change each occurrence alone")
        }
        let first = try occurrence(repeats: rule != nil, clock)
        let times: [ShiftTimes]
        if let rule {
            let except = try exceptDates(of: first, changed: changed, clock)
            guard except.count <= ShiftTimes.mostExceptions else {
                throw rule.tooManyExceptions
            }
            times = try CalendarRule(rule).times(of: first, except: except, clock, rule)
        } else {
            times = [first]
        }
        return try people().flatMap { address, line in
            times.map {
                CalendarShift(
                    address: address, times: $0,
                    stranger: line.fault("is not the e-mail address of a member of the team").invalid)
            }
        }
    }

    /// The event's first occurrence alone.
    private func occurrence(repeats: Bool, _ clock: CalendarClock) throws(CalendarFault) -> ShiftTimes {
        let startLine = try required("DTSTART")
        let startTime = try CalendarTime.value(of: startLine)
        let start = try clock.local(startTime, of: startLine, repeats: repeats)
        let last: CalendarLine
        let minutes: Int
        if let line = lines["DTEND"] {
            if let duration = lines["DURATION"] { throw duration.fault("can't stand together with DTEND") }
            let endTime = try CalendarTime.value(of: line)
            guard endTime.isDate == startTime.isDate else { throw line.fault("has to be a date if DTSTART is one") }
            let end = try clock.local(endTime, of: line, repeats: repeats)
            last = line
            minutes =
                (end.date.daysSince1970 - start.date.daysSince1970) * 1440 + end.time.minutes - start.time.minutes
        } else if let line = lines["DURATION"] {
            guard let duration = CalendarDuration(line.value) else {
                throw line.fault("has to be a duration such as PT12H, without seconds")
            }
            last = line
            minutes = duration.minutes
        } else {
            guard startTime.isDate else { throw CalendarFault(number, "VEVENT", "DTEND or DURATION is required") }
            (last, minutes) = (startLine, 1440)
        }
        let end = start.time.minutes + minutes
        guard minutes > 0, end / 1440 <= ShiftTimes.mostDays,
            let time = LocalTime(minutesSinceMidnight: end.modulo(1440))
        else { throw last.fault("the event has to last one minute to \(ShiftTimes.mostDays) days") }
        return ShiftTimes(
            on: [start.date.weekday], from: start.time, to: time, days: end / 1440, validFrom: start.date,
            until: start.date)
    }

    /// The dates of the occurrences that are taken out, or replaced by other events.
    private func exceptDates(
        of first: ShiftTimes, changed: [ExceptDate], _ clock: CalendarClock
    ) throws(CalendarFault) -> Set<CalendarDate> {
        var dates: Set<CalendarDate> = []
        var excepted = changed
        for line in exceptions { excepted += try line.exceptDates(clock) }
        for one in excepted {
            guard one.time == nil || one.time == first.start else {
                throw one.line.fault("is not the beginning of an occurrence")
            }
            dates.insert(one.date)
        }
        return dates
    }
}

/// The date of an occurrence that is taken out or replaced, on the team's clock.
private struct ExceptDate {
    let line: CalendarLine
    let date: CalendarDate
    /// nil: the whole day.
    let time: LocalTime?
}

extension CalendarLine {
    fileprivate var tooManyExceptions: CalendarFault {
        fault("at most \(ShiftTimes.mostExceptions) occurrences can be taken out or changed")
    }

    fileprivate func exceptDates(_ clock: CalendarClock) throws(CalendarFault) -> [ExceptDate] {
        var dates: [ExceptDate] = []
        for value in try CalendarTime.values(of: self) {
            // An exception may be in UTC: it names one occurrence.
            let (date, time) = try clock.local(value, of: self, repeats: false)
            dates.append(ExceptDate(line: self, date: date, time: value.isDate ? nil : time))
        }
        return dates
    }
}
