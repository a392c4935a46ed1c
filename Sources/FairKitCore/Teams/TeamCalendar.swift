/// Writes a team's rotation as an iCalendar file (RFC 5545).
package struct TeamCalendar: Sendable {
    private let team: Team
    private let members: [AccountID: TeamMember]

    package init(of team: Team, members: [TeamMember]) {
        self.team = team
        self.members = Dictionary(members.map { ($0.account, $0) }) { first, _ in first }
    }

    /// Who is on call, as single events in UTC: one per member and uninterrupted time.
    ///
    /// Programs disagree about recurring events that last over a change of the clocks: RFC 5545 gives each the same exact
    /// duration, while many keep the time of the clock. Times in UTC have one reading.
    package func onCall(_ periods: [OnCallPeriod], at now: Timestamp) -> String {
        var writer = CalendarWriter()
        calendar(in: &writer, called: "\(team.name) on call") { writer in
            for (member, time) in TeamCalendar.uninterrupted(periods) {
                writer.component("VEVENT") { writer in
                    writer.line("UID", "\(team.id)-\(member)-\(time.lowerBound.milliseconds / 1000)@fairkit")
                    writer.line("DTSTAMP", now.inCalendar)
                    writer.line("DTSTART", time.lowerBound.inCalendar)
                    writer.line("DTEND", time.upperBound.inCalendar)
                    who(member, in: &writer)
                }
            }
        }
        return writer.text
    }

    /// The shifts as recurring events in the team's zone, which `CalendarShift` reads back. Overrides are left out.
    package func shifts(_ shifts: [Shift], in zone: TimeZoneFile, at now: Timestamp) -> String {
        var writer = CalendarWriter()
        calendar(in: &writer, called: "\(team.name) shifts") { writer in
            writer.zone(team.timeZone, zone)
            for (index, shift) in shifts.enumerated() {
                // One that never begins has no first occurrence.
                guard let first = shift.times.first else { continue }
                writer.component("VEVENT") { writer in
                    writer.line("UID", "\(team.id)-shift-\(index + 1)@fairkit")
                    writer.line("DTSTAMP", now.inCalendar)
                    writer.times(of: shift.times, first: first, team.timeZone, zone)
                    who(shift.member, in: &writer)
                }
            }
        }
        return writer.text
    }

    private func calendar(
        in writer: inout CalendarWriter, called name: String, _ body: (inout CalendarWriter) -> Void
    ) {
        writer.component("VCALENDAR") { writer in
            writer.line("VERSION", "2.0")
            writer.line("PRODID", "-//FairKit//On call//EN")
            // RFC 7986, and the names that programs knew before it.
            writer.text("NAME", name)
            writer.text("X-WR-CALNAME", name)
            writer.line("X-WR-TIMEZONE", team.timeZone)
            writer.line("REFRESH-INTERVAL;VALUE=DURATION", "PT1H")
            writer.line("X-PUBLISHED-TTL", "PT1H")
            body(&writer)
        }
    }

    private func who(_ account: AccountID, in writer: inout CalendarWriter) {
        guard let member = members[account] else { return }
        let name = member.name ?? "\(member.email)"
        writer.text("SUMMARY", "\(name) (\(team.name))")
        writer.line("ATTENDEE;CN=\(CalendarWriter.quoted(name))", "mailto:\(member.email)")
        writer.line("TRANSP", "TRANSPARENT")
    }

    /// The times of each member, joined over consecutive periods, in the order of their beginnings.
    static func uninterrupted(_ periods: [OnCallPeriod]) -> [(AccountID, Range<Timestamp>)] {
        var open: [AccountID: Timestamp] = [:]
        var found: [(AccountID, Range<Timestamp>)] = []
        for (index, period) in periods.enumerated() {
            for member in period.members where open[member] == nil { open[member] = period.from }
            let next = index + 1 < periods.count ? Set(periods[index + 1].members) : []
            for member in period.members where !next.contains(member) {
                if let start = open.removeValue(forKey: member) { found.append((member, start..<period.until)) }
            }
        }
        return found.sorted { ($0.1.lowerBound, $0.1.upperBound) < ($1.1.lowerBound, $1.1.upperBound) }
    }
}

extension CalendarWriter {
    fileprivate mutating func times(
        of times: ShiftTimes, first: CalendarDate, _ name: String, _ zone: TimeZoneFile
    ) {
        line("DTSTART;TZID=\(name)", first.inCalendar(times.start))
        line("DTEND;TZID=\(name)", first.adding(days: times.days).inCalendar(times.end))
        guard times.until != first else { return }
        var rule = "FREQ=WEEKLY;INTERVAL=\(times.everyWeeks)"
        rule += ";BYDAY=\(times.weekdays.sorted().map(\.inCalendar).joined(separator: ","))"
        rule += ";WKST=\(times.anchor.weekday.inCalendar)"
        if let until = times.until { rule += ";UNTIL=\(zone.time(of: until, times.start).inCalendar)" }
        line("RRULE", rule)
        for date in times.except.sorted() where date > first && times.until.map({ date <= $0 }) ?? true {
            line("EXDATE;TZID=\(name)", date.inCalendar(times.start))
        }
    }

    /// Describes a zone up to 2037: for each kind of change, the local times at which it happens.
    fileprivate mutating func zone(_ name: String, _ zone: TimeZoneFile) {
        component("VTIMEZONE") { writer in
            writer.line("TZID", name)
            let begin = Timestamp(milliseconds: 946_684_800_000)
            var before = zone.observance(at: begin)
            writer.observance(before, from: before.offset, [Timestamp(milliseconds: 0)])
            var changes: [(from: Int, to: TimeZoneFile.Observance, at: [Timestamp])] = []
            for change in zone.changes(after: begin, until: Timestamp(milliseconds: 2_145_916_800_000)) {
                if let same = changes.firstIndex(where: { $0.from == before.offset && $0.to == change.to }) {
                    changes[same].at.append(change.at)
                } else {
                    changes.append((before.offset, change.to, [change.at]))
                }
                before = change.to
            }
            for change in changes { writer.observance(change.to, from: change.from, change.at) }
        }
    }

    /// - Parameter times: when it begins.
    private mutating func observance(_ observance: TimeZoneFile.Observance, from offset: Int, _ times: [Timestamp]) {
        func local(_ time: Timestamp) -> String {
            String(time.advanced(by: .seconds(offset)).inCalendar.dropLast())
        }
        component(observance.isDaylight ? "DAYLIGHT" : "STANDARD") { writer in
            writer.line("DTSTART", local(times[0]))
            for time in times.dropFirst() { writer.line("RDATE", local(time)) }
            writer.line("TZOFFSETFROM", offset.asOffset)
            writer.line("TZOFFSETTO", observance.offset.asOffset)
            writer.text("TZNAME", observance.name)
        }
    }
}

extension ShiftTimes {
    /// The first date on which it begins; nil: none.
    fileprivate var first: CalendarDate? {
        let last = from.adding(days: 7 * everyWeeks * (except.count + 1))
        var date = from
        while date <= min(last, until ?? last) {
            if begins(on: date) { return date }
            date = date.adding(days: 1)
        }
        return nil
    }
}

extension Int {
    /// Seconds east of UTC as `+0100`, with seconds if there are any.
    fileprivate var asOffset: String {
        let (minutes, seconds) = magnitude.quotientAndRemainder(dividingBy: 60)
        let rest = seconds == 0 ? "" : pad(seconds)
        return "\(self < 0 ? "-" : "+")\(pad(minutes / 60))\(pad(minutes % 60))\(rest)"
    }
}
