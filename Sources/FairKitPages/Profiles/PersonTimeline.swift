import FairKitCore
import FairKitService

// What happened to a person, the newest first.

extension SeenRecord {
    func timelineCard(_ reader: Reader) -> HTML? {
        guard let timeline, !timeline.isEmpty else { return nil }
        return """
            <section class="card">
              <h2>\(reader[.timeline])</h2>
              <ul class="list">\(timeline.map { line($0, reader) })</ul>
              \(olderEvents.map { "<p><a class=\"button quiet\" href=\"\(to: $0)\">\(reader[.older])</a></p>" as HTML })
            </section>
            """
    }

    private func line(_ line: TimelineLine, _ reader: Reader) -> HTML {
        switch line {
        case .event(let entry): row(event(entry.event, reader), sign(entry.event, reader), at: entry.at, reader)
        case .access(let access):
            row(
                """
                <b>\(reader[access.breakGlass ? .lookedInEmergency : .looked])</b>\
                \(access.name.map { "<span>\($0)</span>" as HTML })
                """, at: access.at, reader)
        }
    }

    private func row(_ what: HTML, _ sign: HTML? = nil, at time: Timestamp, _ reader: Reader) -> HTML {
        "<li><div><span class=\"name\">\(what)<span>\(reader.moment(time))</span></span>\(sign)</div></li>\n"
    }

    private func sign(_ event: TimelineEntry.Event, _ reader: Reader) -> HTML? {
        if case .result(_, _, _, _, _, let flag?) = event { reader.flag(flag) } else { nil }
    }

    private func event(_ event: TimelineEntry.Event, _ reader: Reader) -> HTML {
        let words = reader.language.report
        switch event {
        case .kit(_, let code, let status):
            return "<b>\(words.kitStatuses[status])</b> <span class=\"code\">\(code.description)</span>"
        case .result(let id, let step, _, _, let level, _):
            let text: PageText =
                switch step {
                case .reported: .eventReported
                case .corrected: .eventCorrected
                case .withdrawn: .eventWithdrawn
                }
            let level = level.map { reader.language.text(of: $0) }
            return "<b><a href=\"\(to: reader["/results/\(id)"])\">\(reader[text])</a></b> \(level ?? "")"
        case .released: return "<b>\(reader[.eventReleased])</b>"
        case .alert(let id, let kind, _):
            let text: PageText =
                switch kind {
                case .acknowledged: .eventAcknowledged
                case .resolved: .eventResolved
                case .retracted: .eventRetracted
                default: .eventRaised
                }
            guard reader.may(.acknowledgeAlert) else { return "<b>\(reader[text])</b>" }
            return "<b><a href=\"\(to: reader["/alerts/\(id)"])\">\(reader[text])</a></b>"
        case .notified: return "<b>\(reader[.eventNotified])</b>"
        }
    }
}
