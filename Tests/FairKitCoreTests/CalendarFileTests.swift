import FairKitCore
import Testing

@Suite struct `A calendar file` {
    private func file(named name: String, _ titles: String...) throws -> CalendarFile {
        let day = try #require(CalendarDate("2026-12-31"))
        let time = try #require(Timestamp("2026-11-25T19:30:05Z"))
        return CalendarFile(
            name: name,
            events: titles.enumerated().map {
                CalendarFile.Event(uid: "\($0)@fairkit", day: day, title: $1, changedAt: time)
            })
    }

    @Test func `has an event for each day`() throws {
        let lines = try file(named: "Clinic", "Send your sample").text.split(separator: "\r\n")
        #expect(lines.first == "BEGIN:VCALENDAR")
        #expect(lines.last == "END:VCALENDAR")
        for line in ["DTSTAMP:20261125T193005Z", "DTSTART;VALUE=DATE:20261231", "DTEND;VALUE=DATE:20270101"] {
            #expect(lines.contains(line[...]), "\(line)")
        }
    }

    @Test func `lets no text add a line`() throws {
        let evil = "A, b; c\\ d\r\nBEGIN:VALARM\nATTACH:https://evil.example\u{7}"
        let text = try file(named: evil, evil).text
        #expect(!text.contains("\r\nBEGIN:VALARM"))
        #expect(!text.contains("\nATTACH"))
        #expect(text.contains("SUMMARY:A\\, b\\; c\\\\ d BEGIN:VALARM ATTACH"))
    }

    @Test func `folds lines at 75 bytes between characters`() throws {
        let title = String(repeating: "ñ", count: 100) + String(repeating: "😀", count: 40)
        let text = try file(named: "Clinic", title).text
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) { #expect(line.count <= 76) }
        #expect(text.split(separator: "\r\n ").joined().contains(title))
    }

    @Test func `without events has a component all the same`() throws {
        #expect(try file(named: "Clinic").text.contains("BEGIN:VTIMEZONE"))
    }
}
