import FairKitCore
import Testing

@Suite struct `A calendar of shifts` {
    private static let good = """
        BEGIN:VCALENDAR\r
        VERSION:2.0\r
        BEGIN:VTIMEZONE\r
        TZID:Europe/Madrid\r
        BEGIN:STANDARD\r
        DTSTART:19701025T030000\r
        END:STANDARD\r
        END:VTIMEZONE\r
        BEGIN:VEVENT\r
        UID:night\r
        DTSTART;TZID="Europe/Madrid":20270104T200000\r
        DTEND;TZID=Europe/Madrid:20270105T080000\r
        RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU;UNTIL=20271231T225959Z;WKST=SU\r
        EXDATE;TZID=Europe/Madrid:20270118T200000,20270119T200000\r
        ATTENDEE;CN="Ada; a: b";PARTSTAT=ACCEPTED:mailto:Ada@ex\r
         ample.org\r
        ATTENDEE;CUTYPE=ROOM:mailto:room@example.org\r
        BEGIN:VALARM\r
        ATTENDEE:mailto:alarm@example.org\r
        END:VALARM\r
        END:VEVENT\r
        BEGIN:VEVENT\r
        DTSTART;VALUE=DATE:20270601\r
        DURATION:P1DT12H\r
        SUMMARY:Ben <ben@example.org>\\, on call\r
        END:VEVENT\r
        END:VCALENDAR\r

        """

    private func read(_ text: String, zone: String = "Europe/Madrid") throws -> [CalendarShift] {
        try CalendarShift.shifts(in: Array(text.utf8), timeZone: zone, Zones.zone(zone)) { try? Zones.zone($0) }
    }

    @Test func `is read with its folded lines, quotes and exceptions`() throws {
        let shifts = try read(Self.good)
        #expect(shifts.map(\.address.description) == ["ada@example.org", "ben@example.org"])
        let night = ShiftTimes(
            on: [.monday, .tuesday], from: try Zones.clock("20:00"), to: try Zones.clock("08:00"), days: 1,
            validFrom: try Zones.date("2027-01-04"), until: try Zones.date("2027-12-31"), everyWeeks: 2,
            anchor: try Zones.date("2027-01-03"),
            except: [try Zones.date("2027-01-18"), try Zones.date("2027-01-19")])
        #expect(shifts[0].times == night)
        let holiday = ShiftTimes(
            on: [.tuesday], from: .midnight, to: try Zones.clock("12:00"), days: 1,
            validFrom: try Zones.date("2027-06-01"), until: try Zones.date("2027-06-01"))
        #expect(shifts[1].times == holiday)
    }

    @Test(arguments: [
        ("Europe/Madrid", "Romance Standard Time"), ("Europe/Berlin", "W. Europe Standard Time"),
        ("Asia/Kolkata", "Asia/Calcutta"), ("Asia/Calcutta", "India Standard Time"),
        ("America/New_York", "Eastern Standard Time"),
    ])
    func `may name its zone as Windows does, or by a link`(zone: String, named: String) throws {
        let text =
            "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART;TZID=\(named):20270104T200000\nDURATION:PT12H\n"
            + "RRULE:FREQ=WEEKLY;COUNT=2\nATTENDEE:mailto:ada@example.org\nEND:VEVENT\nEND:VCALENDAR\n"
        let shifts = try read(text, zone: zone)
        #expect(shifts.map(\.times.start) == [try Zones.clock("20:00")])
        #expect(throws: Invalid.self) { try read(text, zone: "Africa/Nairobi") }
    }

    @Test(
        arguments: [
            ("FREQ=DAILY;INTERVAL=3;COUNT=4", ["2027-01-04", "2027-01-07", "2027-01-10", "2027-01-13"]),
            ("FREQ=DAILY;COUNT=3;BYDAY=MO,WE", ["2027-01-04", "2027-01-06", "2027-01-11"]),
            ("FREQ=DAILY;INTERVAL=14;COUNT=3", ["2027-01-04", "2027-01-18", "2027-02-01"]),
            ("FREQ=WEEKLY;INTERVAL=2;COUNT=3;BYDAY=MO,SU", ["2027-01-04", "2027-01-10", "2027-01-18"]),
            // RFC 5545's own example of how WKST changes a rule.
            ("FREQ=WEEKLY;INTERVAL=2;COUNT=3;BYDAY=MO,SU;WKST=SU", ["2027-01-04", "2027-01-17", "2027-01-18"]),
            ("FREQ=WEEKLY;UNTIL=20270118", ["2027-01-04", "2027-01-11", "2027-01-18"]),
            ("FREQ=WEEKLY;UNTIL=20270118T185900Z", ["2027-01-04", "2027-01-11"]),
            ("FREQ=WEEKLY;UNTIL=20270118T190000Z", ["2027-01-04", "2027-01-11", "2027-01-18"]),
            ("FREQ=WEEKLY;UNTIL=20270118T185959Z", ["2027-01-04", "2027-01-11"]),
        ])
    func `begins on the dates of its rule`(rule: String, dates: [String]) throws {
        let text =
            "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20270104T200000\nDURATION:PT12H\nRRULE:\(rule)\n"
            + "ATTENDEE:mailto:ada@example.org\nEND:VEVENT\nEND:VCALENDAR\n"
        let shifts = try read(text)
        var date = try Zones.date("2026-12-01")
        var found: [String] = []
        while date < (try Zones.date("2027-06-01")) {
            found += shifts.filter { $0.times.begins(on: date) }.map { _ in date.description }
            date = date.adding(days: 1)
        }
        #expect(found == dates)
    }

    /// The recurring event of a series, several times, and one event for each change of it.
    private func series(_ copies: Int, changed: [String]) -> String {
        let event = { (more: String) in
            "BEGIN:VEVENT\nUID:a\nDTSTART:20270104T200000\nDURATION:PT12H\n\(more)ATTENDEE:mailto:a@b.example\nEND:VEVENT\n"
        }
        let masters = (0..<copies).map { _ in event("RRULE:FREQ=DAILY\n") }
        let changes = changed.map { event("RECURRENCE-ID:\($0)\n") }
        return "BEGIN:VCALENDAR\n\(masters.joined())\(changes.joined())END:VCALENDAR\n"
    }

    @Test(.timeLimit(.minutes(1)), arguments: [(400, 1), (1, 40_000)])
    func `with too many changes is refused before they are crossed with each event`(events: Int, dates: Int) {
        let date = Array(repeating: "20270105T200000", count: dates).joined(separator: ",")
        let changed = Array(repeating: date, count: events)
        let refusal = #expect(throws: Invalid.self) { try read(series(50, changed: changed)) }
        #expect(refusal?.fields.map { $0.detail.contains("at most 366") } == [true])
    }

    @Test func `that takes too long is given up`() throws {
        let zone = try Zones.zone("Europe/Madrid")
        #expect(throws: Invalid.self) {
            try CalendarShift.shifts(
                in: Array(Self.good.utf8), timeZone: "Europe/Madrid", zone, zones: { _ in nil }, isOver: { true })
        }
    }

    @Test func `with too many shifts is refused`() {
        let refusal = #expect(throws: Invalid.self) { try read(series(201, changed: [])) }
        #expect(refusal?.fields.map(\.detail) == ["at most 200 shifts"])
    }

    @Test func `with any byte altered or cut off is read or refused, but never crashes the process`() throws {
        let whole = Array(Self.good.utf8)
        let zone = try Zones.zone("Europe/Madrid")
        var (read, refused) = (0, 0)
        func attempt(_ bytes: [UInt8]) {
            do throws(Invalid) {
                read += try CalendarShift.shifts(in: bytes, timeZone: "Europe/Madrid", zone) { _ in nil }.count
            } catch {
                refused += 1
                #expect(!error.fields.isEmpty && error.fields.allSatisfy { $0.detail.hasPrefix("line ") })
            }
        }
        for index in whole.indices {
            attempt(Array(whole[..<index]))
            for value in [0, 10, 0x20, 0x2c, 0x3a, 0x3b, 0x39, 0x5a, 0xff] as [UInt8] {
                var altered = whole
                altered[index] = value
                attempt(altered)
            }
        }
        #expect(read > 0 && refused > 0)
    }
}
