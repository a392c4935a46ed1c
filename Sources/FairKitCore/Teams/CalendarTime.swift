/// A date or a time in an iCalendar file (RFC 5545, sections 3.3.4 and 3.3.5).
enum CalendarTime: Hashable, Sendable {
    case date(CalendarDate)
    /// A time of a wall clock. The zone is nil for a floating time.
    case local(CalendarDate, LocalTime, zone: String?)
    case utc(Timestamp)

    /// Reads the values of a line, which are separated by commas.
    static func values(of line: CalendarLine) throws(CalendarFault) -> [CalendarTime] {
        var values: [CalendarTime] = []
        let zone = line.parameters["TZID"].map { WindowsZones.name(of: $0) ?? $0 }
        for text in line.value.split(separator: ",", omittingEmptySubsequences: false) {
            guard let value = CalendarTime(text, zone: zone) else { throw line.fault(expected) }
            if case .date = value, line.parameters["VALUE"]?.uppercased() != "DATE" { throw line.fault(expected) }
            values.append(value)
        }
        return values
    }

    /// Reads the only value of a line.
    static func value(of line: CalendarLine) throws(CalendarFault) -> CalendarTime {
        let values = try values(of: line)
        guard values.count == 1, let value = values.first else { throw line.fault(expected) }
        return value
    }

    private static let expected =
        "has to be a time without seconds, such as 20260105T200000, or with VALUE=DATE a date such as 20260105"

    /// - Parameters:
    ///   - zone: the name of the zone of a local time.
    ///   - dropsSeconds: takes a time with seconds as that of its minute; otherwise it is nil.
    init?(_ text: some StringProtocol, zone: String?, dropsSeconds: Bool = false) {
        let isUTC = text.last == "Z"
        let parts = (isUTC ? text.dropLast() : text[...]).split(separator: "T", omittingEmptySubsequences: false)
        guard let digits = parts.first, digits.utf8.count == 8,
            let date = CalendarDate("\(digits.prefix(4))-\(digits.dropFirst(4).prefix(2))-\(digits.suffix(2))")
        else { return nil }
        if parts.count == 1, !isUTC {
            self = .date(date)
            return
        }
        guard parts.count == 2, parts[1].utf8.count == 6, let second = Int(parts[1].suffix(2)),
            second == 0 || (dropsSeconds && (0..<60).contains(second)),
            let time = LocalTime("\(parts[1].prefix(2)):\(parts[1].dropFirst(2).prefix(2))")
        else { return nil }
        let milliseconds = Int64(date.daysSince1970) * 86_400_000 + Int64(time.minutes) * 60_000
        self = isUTC ? .utc(Timestamp(milliseconds: milliseconds)) : .local(date, time, zone: zone)
    }

    var isDate: Bool { if case .date = self { true } else { false } }
}

/// The clock of a team, on which the times of a calendar are read.
struct CalendarClock {
    /// The team's zone.
    let name: String
    let zone: TimeZoneFile
    /// Finds other zones by their IANA names.
    let zones: (String) -> TimeZoneFile?

    /// The date and the time that the team's clock shows.
    ///
    /// - Parameter repeats: the event recurs. Its times must be those of the team's own zone: in another one, they would
    ///   move when one of the zones changes its clocks.
    func local(
        _ time: CalendarTime, of line: CalendarLine, repeats: Bool
    ) throws(CalendarFault) -> (date: CalendarDate, time: LocalTime) {
        switch time {
        case .date(let date): return (date, .midnight)
        case .local(let date, let time, nil): return (date, time)
        case .local(let date, let time, let other?):
            if other == name { return (date, time) }
            let zone = zones(other)
            // A link to the team's zone, or a zone that keeps the same time.
            if let zone, zone.keepsTime(of: self.zone, since: CalendarClock.oldest) { return (date, time) }
            guard !repeats else { throw line.fault(anotherZone) }
            guard let zone else { throw line.fault("TZID has to be an IANA name such as Europe/Madrid") }
            return try shown(zone.time(of: date, time), line)
        case .utc(let time):
            guard !repeats || zone.isUTC else { throw line.fault(anotherZone) }
            return try shown(time, line)
        }
    }

    /// Zones are compared from 2020 on: no shift is older.
    private static let oldest = Timestamp(milliseconds: 1_577_836_800_000)

    private var anotherZone: String { "the times of a recurring event have to be in the team's zone, TZID=\(name)" }

    private func shown(
        _ time: Timestamp, _ line: CalendarLine
    ) throws(CalendarFault) -> (date: CalendarDate, time: LocalTime) {
        let clock = zone.clock(at: time)
        guard zone.time(of: clock.date, clock.time) == time else {
            throw line.fault(
                "lies in the hour that the clocks of \(name) show twice; choose a time before or after it")
        }
        return clock
    }
}

extension TimeZoneFile {
    /// Whether it is always that of UTC.
    fileprivate var isUTC: Bool {
        changes(after: Timestamp(milliseconds: 0), until: Timestamp(milliseconds: 4_102_444_800_000)).isEmpty
            && offset(at: Timestamp(milliseconds: 0)) == 0
    }
}
