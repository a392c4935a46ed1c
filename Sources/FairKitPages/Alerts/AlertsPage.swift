import FairKitAPI
import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird

/// The clinician's worklist: the open alerts, the most urgent first.
enum AlertsPage {
    private static let most = 50

    static func show(_ page: PageCall) async throws -> Response {
        let reader = page.reader
        let query = page.request.uri.queryParameters
        let filter = AlertFilter(state: query["state"] == "acknowledged" ? .acknowledged : .open)
        let start = try page.position(query["cursor"].map { String($0) }) { AlertCursor($0, in: filter.order) }
        let found = try await page.tenancy.alerts.list(filter, after: start, limit: most, by: page.caller)
        let now = page.tenancy.now()
        let next = try page.cursor(found.next).map { cursor in
            reader["/alerts?state=\(filter.state?.rawValue ?? "open")&cursor=\(cursor.sealed)"]
        }
        let isDone = query["done"] == "acknowledged"
        let content: HTML = """
            \(isDone ? "<p class=\"banner ok\" tabindex=\"-1\">\(reader[.acknowledged])</p>" : nil)
            <p class="soft small">\(reader[.asOf]) \(reader.clock(now))</p>
            \(views(reader, isOpen: filter.state == .open))
            \(found.items.isEmpty
                ? "<p class=\"lead\">\(reader[filter.state == .open ? .noOpenAlerts : .noAcknowledgedAlerts])</p>"
                : "<ol class=\"alerts\" id=\"alerts\">\(found.items.map { row($0, reader, at: now) })</ol>" as HTML)
            \(next.map { "<p><a class=\"button quiet\" href=\"\(to: $0)\">\(reader[.older])</a></p>" as HTML })
            """
        return page.show(Document(title: reader[.openAlerts], tab: .alerts, content: content))
    }

    private static func views(_ reader: Reader, isOpen: Bool) -> HTML {
        let current: HTML = " aria-current=\"page\""
        return """
            <nav aria-label="\(reader[.whichAlerts])"><ul class="views">
              <li><a href="\(to: reader["/alerts"])"\(isOpen ? current : nil)>\(reader[.stateOpen])</a></li>
              <li><a href="\(to: reader["/alerts?state=acknowledged"])"\(isOpen ? nil : current)>\(reader[.stateAcknowledged])</a></li>
            </ul></nav>
            """
    }

    private static func row(_ alert: NamedAlert, _ reader: Reader, at now: Timestamp) -> HTML {
        let name = alert.patientName ?? reader[.nameNotShown]
        let minutes = max(0, Int(alert.raisedAt.distance(to: now).components.seconds / 60))
        let level = alert.standing.map { reader.language.text(of: $0.level) } ?? reader[.noLevel]
        let link = reader["/alerts/\(alert.id)"]
        return """
            <li class="\(alert.band == .critical ? "critical" : "warning")" id="alert-\(alert.id.description)">
              \(reader.value(alert.standing?.level, alert.flag))
              <div><h2><a href="\(to: link)">\(name)</a>\(alert.follows == nil ? nil : reader.corrected)</h2></div>
              <dl class="due"><dt>\(reader[.openSince])</dt><dd>\(reader.moment(alert.raisedAt)), \
            \(reader[.minutesAgo, ["count": .number(minutes)]])</dd></dl>
              \(alert.state == .open ? button(link, name, level, reader) : nil)
            </li>

            """
    }

    private static func button(_ link: Link, _ name: String, _ level: String, _ reader: Reader) -> HTML {
        "<a class=\"button\" href=\"\(to: link)\" data-confirm>\(reader[.acknowledge])<span class=\"hide\">, \(name), \(level)</span></a>"
    }
}

extension NamedAlert {
    /// How its level is interpreted; nil: no level holds.
    var flag: AbnormalFlag? {
        alert.standing.flatMap { Interpretation(of: $0.level, in: $0.range, genotype: nil).flag }
    }
}

extension Reader {
    var corrected: HTML { " <span class=\"flag plain\">\(self[.correctedWord])</span>" }
}
