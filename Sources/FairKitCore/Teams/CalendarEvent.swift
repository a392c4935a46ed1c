/// An event of an iCalendar file with the lines that matter to a shift (RFC 5545, section 3.6.1).
struct CalendarEvent: Sendable {
    /// The line of `BEGIN:VEVENT`.
    let number: Int
    /// Lines that can stand once, by their names.
    private(set) var lines: [String: CalendarLine] = [:]
    private(set) var attendees: [CalendarLine] = []
    private(set) var exceptions: [CalendarLine] = []

    /// The most events of a file.
    static let most = 500

    private init(number: Int) { self.number = number }

    /// The events of a file.
    static func events(in bytes: [UInt8]) throws(CalendarFault) -> [CalendarEvent] {
        var events: [CalendarEvent] = []
        // The open components, the innermost last.
        var open: [String] = []
        var isEnded = false
        let lines = try CalendarLine.lines(of: bytes)
        for line in lines {
            guard !isEnded else { throw line.fault("stands after END:VCALENDAR") }
            switch line.name {
            case "BEGIN":
                let name = line.value.uppercased()
                guard isKnown(name, in: open) else {
                    throw line.fault("only events can be imported: VEVENT in one VCALENDAR, with VTIMEZONE and VALARM")
                }
                open.append(name)
                guard name == "VEVENT" else { continue }
                guard events.count < most else { throw line.fault("at most \(most) events can be imported") }
                events.append(CalendarEvent(number: line.number))
            case "END":
                guard let last = open.popLast(), last == line.value.uppercased() else {
                    throw line.fault("does not end the component that began last")
                }
                isEnded = open.isEmpty
            default:
                guard !open.isEmpty else { throw line.fault("stands before BEGIN:VCALENDAR") }
                if open.last == "VEVENT" { try events[events.count - 1].take(line) }
            }
        }
        guard isEnded else { throw CalendarFault(lines.last?.number ?? 1, nil, "END:VCALENDAR is missing") }
        return events
    }

    private static func isKnown(_ name: String, in open: [String]) -> Bool {
        switch (open.first, open.last) {
        case (nil, _): name == "VCALENDAR"
        case (_, "VCALENDAR"?): name == "VEVENT" || name == "VTIMEZONE"
        case (_, "VTIMEZONE"?): name == "STANDARD" || name == "DAYLIGHT"
        case (_, "VEVENT"?): name == "VALARM"
        default: false
        }
    }

    private mutating func take(_ line: CalendarLine) throws(CalendarFault) {
        switch line.name {
        case "ATTENDEE": attendees.append(line)
        case "EXDATE": exceptions.append(line)
        case "RDATE", "EXRULE":
            throw line.fault("can't be imported; make each such date an event of its own")
        case "UID", "DTSTART", "DTEND", "DURATION", "RRULE", "RECURRENCE-ID", "STATUS", "SUMMARY":
            guard lines.updateValue(line, forKey: line.name) == nil else {
                throw line.fault("stands twice in the event")
            }
        default: break
        }
    }

    /// Whether the event doesn't take place.
    var isCancelled: Bool { lines["STATUS"]?.value.uppercased() == "CANCELLED" }

    /// The line by its name.
    func required(_ name: String) throws(CalendarFault) -> CalendarLine {
        guard let line = lines[name] else {
            throw CalendarFault(number, "VEVENT", "\(name) is required")
        }
        return line
    }

    /// The people on shift: the attendees who have not declined, or else the e-mail address in the summary.
    func people() throws(CalendarFault) -> [(address: MailAddress, line: CalendarLine)] {
        var people: [(MailAddress, CalendarLine)] = []
        for line in attendees {
            guard ["INDIVIDUAL", nil].contains(line.parameters["CUTYPE"]?.uppercased()),
                line.parameters["PARTSTAT"]?.uppercased() != "DECLINED"
            else { continue }
            let address = line.value.lowercased().hasPrefix("mailto:") ? line.value.dropFirst(7) : line.value[...]
            guard let address = MailAddress(address) else {
                throw line.fault("has to be mailto: and an e-mail address")
            }
            people.append((address.folded, line))
        }
        if people.isEmpty, let line = lines["SUMMARY"] {
            let words = line.value.split { $0.isWhitespace || "<>()[],;\"\\".contains($0) }
            people = words.compactMap { word in MailAddress(word).map { ($0.folded, line) } }
        }
        guard !people.isEmpty else {
            throw CalendarFault(
                number, "VEVENT",
                "names no member; add ATTENDEE:mailto: with the e-mail address, or write the address in SUMMARY")
        }
        return people
    }
}
