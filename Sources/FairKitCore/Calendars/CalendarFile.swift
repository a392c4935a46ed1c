/// A calendar as iCalendar (RFC 5545): one that is subscribed to by a private link, or a file.
package struct CalendarFile: Equatable, Sendable {
    package let name: String
    package let events: [Event]

    package struct Event: Equatable, Sendable {
        /// Stays the same while the event changes, so that a calendar moves it.
        package let uid: String
        package let time: Time
        package let title: String
        /// When what the event says was last decided.
        package let changedAt: Timestamp
        /// The member of a team whose address the event shows; nil: no address.
        package let attendee: TeamMember?

        package enum Time: Equatable, Sendable {
            /// The whole of it.
            case day(CalendarDate)
            case period(Range<Timestamp>)
        }

        package init(uid: String, day: CalendarDate, title: String, changedAt: Timestamp) {
            self.init(uid: uid, time: .day(day), title: title, changedAt: changedAt, attendee: nil)
        }

        package init(
            uid: String, during period: Range<Timestamp>, title: String, changedAt: Timestamp, attendee: TeamMember?
        ) {
            self.init(uid: uid, time: .period(period), title: title, changedAt: changedAt, attendee: attendee)
        }

        private init(uid: String, time: Time, title: String, changedAt: Timestamp, attendee: TeamMember?) {
            self.uid = uid
            self.time = time
            self.title = title
            self.changedAt = changedAt
            self.attendee = attendee
        }
    }

    /// More events than a person can have: who is on call changes at most some times a day.
    package static let mostEvents = 10_000

    /// - Parameter events: the earliest of them are taken, as many as a calendar has at most.
    package init(name: String, events: [Event]) {
        self.name = name
        self.events =
            events.count <= CalendarFile.mostEvents
            ? events : Array(events.sorted { $0.start < $1.start }.prefix(CalendarFile.mostEvents))
    }

    /// The file. The same calendar always has the same bytes.
    package var text: String {
        var writer = CalendarWriter()
        writer.component("VCALENDAR") { writer in
            writer.line("VERSION", "2.0")
            writer.line("PRODID", "-//FairKit//Calendar//EN")
            writer.line("CALSCALE", "GREGORIAN")
            // A published calendar has no attendees (RFC 5546, section 3.2.1).
            if events.allSatisfy({ $0.attendee == nil }) { writer.line("METHOD", "PUBLISH") }
            writer.text("X-WR-CALNAME", name)
            writer.line("REFRESH-INTERVAL;VALUE=DURATION", "PT6H")
            writer.line("X-PUBLISHED-TTL", "PT6H")
            for event in events.sorted(by: { ($0.start, $0.uid) < ($1.start, $1.uid) }) { event.write(to: &writer) }
            // A calendar has at least one component (RFC 5545, section 3.6).
            if events.isEmpty { CalendarFile.writeZone(to: &writer) }
        }
        return writer.text
    }

    private static func writeZone(to writer: inout CalendarWriter) {
        writer.component("VTIMEZONE") { writer in
            writer.line("TZID", "Etc/UTC")
            writer.component("STANDARD") { writer in
                writer.line("DTSTART", "19700101T000000")
                writer.line("TZOFFSETFROM", "+0000")
                writer.line("TZOFFSETTO", "+0000")
            }
        }
    }
}

extension CalendarFile.Event {
    /// By which events are sorted.
    fileprivate var start: String {
        switch time {
        case .day(let day): day.inCalendar
        case .period(let period): period.lowerBound.inCalendar
        }
    }

    fileprivate func write(to writer: inout CalendarWriter) {
        writer.component("VEVENT") { writer in
            writer.text("UID", uid)
            writer.line("DTSTAMP", changedAt.inCalendar)
            switch time {
            case .day(let day):
                writer.line("DTSTART;VALUE=DATE", day.inCalendar)
                writer.line("DTEND;VALUE=DATE", day.adding(days: 1).inCalendar)
            case .period(let period):
                writer.line("DTSTART", period.lowerBound.inCalendar)
                writer.line("DTEND", period.upperBound.inCalendar)
            }
            writer.text("SUMMARY", title)
            if let attendee {
                let name = CalendarWriter.quoted(attendee.name ?? "\(attendee.email)")
                writer.line("ATTENDEE;CN=\(name)", "mailto:\(attendee.email)")
            }
            writer.line("CLASS", "PRIVATE")
            writer.line("TRANSP", "TRANSPARENT")
        }
    }
}
