import FairKitCore
import Testing

@Suite struct `A time on a wall clock` {
    @Test(
        arguments: [
            // Winter and summer.
            ("Europe/Madrid", "2026-01-05", "20:00", "2026-01-05T19:00:00Z"),
            ("Europe/Madrid", "2026-07-05", "20:00", "2026-07-05T18:00:00Z"),
            // Skipped on 29 March: the offset before the change counts.
            ("Europe/Madrid", "2026-03-29", "01:59", "2026-03-29T00:59:00Z"),
            ("Europe/Madrid", "2026-03-29", "02:30", "2026-03-29T01:30:00Z"),
            ("Europe/Madrid", "2026-03-29", "03:00", "2026-03-29T01:00:00Z"),
            // Shown twice on 25 October: the first occurrence counts.
            ("Europe/Madrid", "2026-10-25", "02:30", "2026-10-25T00:30:00Z"),
            ("Europe/Madrid", "2026-10-25", "03:00", "2026-10-25T02:00:00Z"),
            ("America/New_York", "2026-11-01", "01:30", "2026-11-01T05:30:00Z"),
            ("America/New_York", "2026-03-08", "02:15", "2026-03-08T07:15:00Z"),
            // Half an hour of summer time.
            ("Australia/Lord_Howe", "2026-04-05", "01:45", "2026-04-04T14:45:00Z"),
            ("Australia/Lord_Howe", "2026-10-04", "02:15", "2026-10-03T15:45:00Z"),
            ("Africa/Nairobi", "2026-03-29", "02:30", "2026-03-28T23:30:00Z"),
            ("Asia/Kathmandu", "2026-03-29", "00:00", "2026-03-28T18:15:00Z"),
        ])
    func `is one time, also where clocks change`(zone: String, date: String, clock: String, utc: String) throws {
        let found = try Zones.zone(zone).time(of: Zones.date(date), Zones.clock(clock))
        #expect(found == (try Zones.time(utc)))
    }

    @Test(arguments: Zones.names) func `is found on the clock again, unless it is skipped`(name: String) throws {
        let zone = try Zones.zone(name)
        var date = try Zones.date("2015-01-01")
        let end = try Zones.date("2037-01-01")
        var skipped = 0
        while date < end {
            for minutes in stride(from: 0, to: 1440, by: 45) {
                let time = try #require(LocalTime(minutesSinceMidnight: minutes))
                let found = zone.time(of: date, time)
                let shown = zone.clock(at: found)
                guard shown != (date, time) else { continue }
                // It is skipped: just before it, the clock shows an earlier time, and then a later one.
                skipped += 1
                #expect(shown > (date, time))
                #expect(zone.offset(at: found) > zone.offset(at: found.advanced(by: .seconds(-86_400))))
            }
            date = date.adding(days: 1)
        }
        #expect(skipped < 60)
    }

    @Test(arguments: ["24:00", "8:00", "08:60", "0800", "", "08:00:00", "-1:00", "٠٨:٠٠"])
    func `is not read from another text`(text: String) {
        #expect(LocalTime(text) == nil)
    }

    @Test func `has the day of the week of its date`() throws {
        #expect(try Zones.date("2026-11-25").weekday == .wednesday)
        #expect(try Zones.date("1969-12-31").weekday == .wednesday)
        #expect(try Zones.date("2026-11-25").onOrBefore(.monday) == Zones.date("2026-11-23"))
        #expect(try Zones.date("2026-11-25").onOrBefore(.thursday) == Zones.date("2026-11-19"))
        #expect(try Zones.date("2026-11-25").onOrBefore(.wednesday) == Zones.date("2026-11-25"))
    }
}
