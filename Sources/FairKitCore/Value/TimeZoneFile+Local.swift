extension TimeZoneFile {
    /// The time at which a wall clock in this zone shows a date and a time of day.
    ///
    /// Twice a year that is not one time. The rule is RFC 5545's (section 3.3.5), so that calendars agree with it:
    /// - A time that the clock shows twice, when summer time ends, is its first occurrence.
    /// - A time that the clock skips, when summer time begins, counts with the offset before the change: 02:30 is the
    ///   time that the clock shows as 03:30.
    ///
    /// Zones change their clocks at most once within two days.
    package func time(of date: CalendarDate, _ time: LocalTime) -> Timestamp {
        let local = Int64(date.daysSince1970) * 86_400_000 + Int64(time.minutes) * 60_000
        let day: Int64 = 86_400_000
        func shown(by offset: Int) -> Timestamp { Timestamp(milliseconds: local - Int64(offset) * 1000) }
        let before = offset(at: Timestamp(milliseconds: local - day))
        let after = offset(at: Timestamp(milliseconds: local + day))
        // With the offset before the change: the only occurrence, or the first of two.
        if before == after || offset(at: shown(by: before)) == before { return shown(by: before) }
        if offset(at: shown(by: after)) == after { return shown(by: after) }
        return shown(by: before)
    }

    /// The date and the time of day that a wall clock in this zone shows, without the seconds.
    package func clock(at time: Timestamp) -> (date: CalendarDate, time: LocalTime) {
        let offset = offset(at: time)
        let date = time.date(offset: offset)
        let rest = time.milliseconds + Int64(offset) * 1000 - Int64(date.daysSince1970) * 86_400_000
        return (date, LocalTime(minutesSinceMidnight: Int(rest / 60_000)) ?? .midnight)
    }
}
