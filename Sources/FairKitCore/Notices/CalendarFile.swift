/// A calendar with events that last a whole day, as iCalendar (RFC 5545).
package struct CalendarFile: Hashable, Sendable {
    package let name: String
    package let events: [Event]

    package struct Event: Hashable, Sendable {
        /// Stays the same while the event changes, so that a calendar moves it.
        package let uid: String
        package let day: CalendarDate
        package let title: String
        /// When what the event says was last decided.
        package let changedAt: Timestamp

        package init(uid: String, day: CalendarDate, title: String, changedAt: Timestamp) {
            self.uid = uid
            self.day = day
            self.title = title
            self.changedAt = changedAt
        }
    }

    package init(name: String, events: [Event]) {
        self.name = name
        self.events = events
    }

    /// The file. The same calendar always has the same bytes.
    package var text: String {
        var lines = [
            "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//FairKit//Due dates//EN", "CALSCALE:GREGORIAN",
            "METHOD:PUBLISH", "X-WR-CALNAME:\(name.escaped)", "REFRESH-INTERVAL;VALUE=DURATION:PT6H",
            "X-PUBLISHED-TTL:PT6H",
        ]
        for event in events.sorted(by: { ($0.day, $0.uid) < ($1.day, $1.uid) }) { lines += event.lines }
        // A calendar has at least one component (section 3.6).
        if events.isEmpty { lines += CalendarFile.zone }
        lines.append("END:VCALENDAR")
        return lines.map(\.folded).joined(separator: "\r\n") + "\r\n"
    }

    private static let zone = [
        "BEGIN:VTIMEZONE", "TZID:Etc/UTC", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0000",
        "TZOFFSETTO:+0000", "END:STANDARD", "END:VTIMEZONE",
    ]
}

extension CalendarFile.Event {
    fileprivate var lines: [String] {
        [
            "BEGIN:VEVENT", "UID:\(uid.escaped)", "DTSTAMP:\(changedAt.basic)", "DTSTART;VALUE=DATE:\(day.basic)",
            "DTEND;VALUE=DATE:\(day.adding(days: 1).basic)", "SUMMARY:\(title.escaped)", "CLASS:PRIVATE",
            "TRANSP:TRANSPARENT", "END:VEVENT",
        ]
    }
}

extension CalendarDate {
    /// `20260402`.
    fileprivate var basic: String { String("\(self)".filter { $0 != "-" }) }
}

extension Timestamp {
    /// `20260402T090000Z`.
    fileprivate var basic: String { "\(description.prefix(19))Z".filter { $0 != "-" && $0 != ":" } }
}

extension String {
    /// Section 3.3.11. Other control characters are not allowed there, and left out.
    fileprivate var escaped: String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\\", ";", ",": text += "\\\(scalar)"
            case "\n": text += "\\n"
            case _ where scalar.value < 32 || scalar.value == 127: break
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    /// Lines of at most 75 bytes, without breaking a character (section 3.1).
    fileprivate var folded: String {
        var (text, length) = ("", 0)
        for scalar in unicodeScalars {
            let width = UTF8.width(scalar)
            if length + width > 75 {
                text += "\r\n "
                length = 1
            }
            text.unicodeScalars.append(scalar)
            length += width
        }
        return text
    }
}
