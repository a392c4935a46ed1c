import FairKitCore
import Testing

@Suite struct `A calendar date` {
    @Test(arguments: [
        ("1970-01-01", 0), ("1969-12-31", -1), ("1970-02-28", 58), ("1970-03-01", 59), ("2000-02-29", 11_016),
        ("2000-03-01", 11_017), ("2026-11-21", 20_778), ("1900-02-28", -25_509), ("1900-03-01", -25_508),
        ("1800-01-01", -62_091), ("2100-02-28", 47_540), ("2100-03-01", 47_541), ("9999-12-31", 2_932_896),
    ])
    func `is counted from 1970`(text: String, days: Int) throws {
        let date = try #require(CalendarDate(text))
        #expect(date.daysSince1970 == days)
        #expect(CalendarDate(daysSince1970: days).description == text)
    }

    @Test func `round-trips through its text, for four centuries`() {
        var wrong: [Int] = []
        for days in stride(from: -62_091, to: 120_000, by: 7) {
            let date = CalendarDate(daysSince1970: days)
            if CalendarDate(date.description) != date { wrong.append(days) }
        }
        #expect(wrong == [])
    }

    @Test(arguments: [
        "", "2026", "2026-11", "2026-11-21T00:00:00Z", "2026-1-21", "2026-11-1", "26-11-21", "02026-11-21",
        "2026/11/21",
        "2026-13-01", "2026-00-01", "2026-11-00", "2026-11-31", "2026-02-29", "2100-02-29", "1900-02-29", "1799-12-31",
        "0000-01-01", "-026-11-21", "+026-11-21", " 026-11-21", "2026-11-21 ", "٢٠٢٦-11-21", "2026-11-2a", "----------",
    ])
    func `is not read from a malformed text`(text: String) {
        #expect(CalendarDate(text) == nil)
    }

    @Test(arguments: [
        ("2000-06-15", "2026-06-14", 25), ("2000-06-15", "2026-06-15", 26), ("2000-06-15", "2000-06-15", 0),
        ("2000-02-29", "2001-02-28", 0), ("2000-02-29", "2001-03-01", 1), ("2000-02-29", "2004-02-29", 4),
        ("2000-12-31", "2001-01-01", 0), ("2026-01-01", "2025-12-31", -1),
    ])
    func `counts completed years`(born: String, on: String, years: Int) throws {
        let birth = try #require(CalendarDate(born))
        let day = try #require(CalendarDate(on))
        #expect(birth.completedYears(on: day) == years)
    }

    @Test func `crosses the ends of months and years`() {
        #expect(CalendarDate("2023-12-28")?.adding(days: 7).description == "2024-01-04")
        #expect(CalendarDate("2024-02-28")?.adding(days: 1).description == "2024-02-29")
        #expect(CalendarDate("2024-03-01")?.adding(days: -1).description == "2024-02-29")
    }
}
