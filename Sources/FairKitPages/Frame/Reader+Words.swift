import FairKitCore
import FairKitService

/// Dates, times, levels and flags in the words of the reader.
extension Reader {
    func local(_ time: Timestamp) -> LocalDateTime {
        own?.zoneFile.map { LocalDateTime(time, in: $0) } ?? LocalDateTime(time, offset: 0)
    }

    /// The day in the reader's zone.
    func day(at time: Timestamp) -> CalendarDate { local(time).date }

    /// A day, such as `2 April 2026`.
    func day(_ date: CalendarDate) -> HTML {
        "<time datetime=\"\(date.description)\">\(language.text(of: date))</time>"
    }

    /// A time of day in the reader's zone.
    func clock(_ time: Timestamp) -> HTML {
        "<time datetime=\"\(time.description)\">\(language.clock(local(time)))</time>"
    }

    /// A day and a time, with the name of the reader's zone.
    func moment(_ time: Timestamp) -> HTML { moment(time, own?.zoneFile, own?.zone ?? "") }

    /// A day and a time on the clock of a zone, with its name; nil: this machine does not know it.
    func moment(_ time: Timestamp, _ zone: TimeZoneFile?, _ name: String) -> HTML {
        let local = zone.map { LocalDateTime(time, in: $0) } ?? LocalDateTime(time, offset: 0)
        return """
            <time datetime=\"\(time.description)\">\(language.text(of: local.date)), \(language.clock(local)) \
            (\(zone == nil ? "UTC" : name))</time>
            """
    }

    /// A level with its unit and its flag: a word, a sign and a shape.
    func value(_ level: Level?, _ flag: AbnormalFlag?) -> HTML {
        guard let level else { return "" }
        let number = "\(level.comparator?.rawValue ?? "")\(language.decimal("\(level.value)"))"
        return """
            <p class="value"><span>\(number) <span class="unit">\(level.unit.rawValue)</span></span> \
            \(flag.map { self.flag($0) })</p>
            """
    }

    func flag(_ flag: AbnormalFlag) -> HTML {
        let isOwnWord = flag == .normal && role == .patient
        return badge(flag.look.kind, flag.look.sign, isOwnWord ? self[.withinNormal] : language.report.flags[flag])
    }

    func badge(_ kind: String, _ sign: String, _ word: String) -> HTML {
        "<span class=\"flag \(kind)\"><span aria-hidden=\"true\">\(sign)</span> \(word)</span>"
    }
}

extension AbnormalFlag {
    /// Its class and its sign, wherever it is shown: list, page and chart.
    var look: (kind: String, sign: String) {
        switch self {
        case .severelyLow: ("critical", "▼▼")
        case .low: ("low", "▼")
        case .normal: ("normal", "●")
        case .high: ("high", "▲")
        case .criticallyHigh: ("critical", "▲▲")
        }
    }
}
