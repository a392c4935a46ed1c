import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes
import Hummingbird

/// One alert: its level, who was told and what comes next, and the form by which a clinician reads it back.
enum AlertPage {
    static func show(_ page: PageCall) async throws -> Response { try await draw(page, ReadBackForm()) }

    static func acknowledge(_ page: PageCall, _ form: Form) async throws -> Response {
        let id: AlertID = try page.call.id()
        var read = ReadBackForm(form, page.reader)
        guard let readBack = read.readBack, read.wrong.isEmpty else { return try await draw(page, read) }
        do {
            _ = try await page.tenancy.alerts.acknowledge(id, readBack, by: page.caller)
            return .seeOther(page.reader["/alerts?done=acknowledged"])
        } catch {
            switch error {
            case .own(.mismatch(let parts)): read.differ(parts, page.reader)
            case .invalid(let invalid): read.refuse(invalid, page.reader)
            case .own(.notOpen): return .seeOther(page.reader["/alerts/\(id)"])
            default: throw error
            }
            return try await draw(page, read)
        }
    }

    private static func draw(_ page: PageCall, _ form: ReadBackForm) async throws -> Response {
        let (reader, id) = (page.reader, try page.call.id() as AlertID)
        let alert = try await page.tenancy.alerts.show(id, by: page.caller)
        let loop = try await page.tenancy.escalation.show(id, by: page.caller)
        let isRefused = !form.wrong.isEmpty
        let level = alert.standing.map { reader.language.text(of: $0.level) } ?? reader[.noLevel]
        let content: HTML = """
            <div class="cols">
            <section class="card">
              <h2>\(reader[.theAlert])</h2>
              \(reader.value(alert.standing?.level, alert.flag))
              \(alert.standing.map { RangeBar(of: $0).html(for: reader) })
              <dl class="facts">
                <dt>\(reader[.openSince])</dt><dd>\(reader.moment(alert.raisedAt))</dd>
                <dt>\(reader[.state])</dt><dd>\(reader[alert.state.text])</dd>
                \(told(loop, reader, at: page.tenancy.now()))
              </dl>
            </section>
            \(alert.state == .open ? form.html(for: alert, level, reader) : nil)
            </div>
            """
        return page.show(
            Document(
                title: alert.patientName ?? reader[.nameNotShown], tab: .alerts,
                status: isRefused ? .unprocessableContent : .ok, isRefused: isRefused,
                above: """
                    <a class="back" href="\(to: reader["/alerts"])">\(reader[.openAlerts])</a>
                    \(isRefused ? reader.summary(.notAcknowledged, form.wrong) : nil)
                    """, content: content))
    }

    /// The receivers that were told, and those of the next step with its time.
    private static func told(_ loop: AlertEscalation, _ reader: Reader, at now: Timestamp) -> [HTML] {
        func names(_ receivers: [Notice.Receiver]) -> String {
            var names: [String] = []
            for name in receivers.map({ loop.names[$0] ?? reader[.thePatient] }) where !names.contains(name) {
                names.append(name)
            }
            return names.isEmpty ? reader[.nobodyYet] : names.joined(separator: ", ")
        }
        var lines: [HTML] = ["<dt>\(reader[.told])</dt><dd>\(names(loop.notices.map(\.notice.receiver)))</dd>"]
        if let next = loop.steps.first(where: { $0.step.state == .waiting }), let due = next.step.dueAt {
            let minutes = max(0, Int(now.distance(to: due).components.seconds / 60))
            lines.append(
                """
                <dt>\(reader[.nextWord])</dt><dd>\(reader[.inMinutes, ["count": .number(minutes)]]): \
                \(names(next.wouldTell ?? []))</dd>
                """)
        }
        return lines
    }
}

extension AlertState {
    fileprivate var text: PageText {
        switch self {
        case .open: .stateOpen
        case .acknowledged: .stateAcknowledged
        case .resolved: .stateResolved
        case .retracted: .stateRetracted
        }
    }
}
