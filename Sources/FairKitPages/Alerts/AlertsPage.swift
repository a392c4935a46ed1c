import FairKitCore
import FairKitFrame
import FairKitService

/// A clinician's worklist: the open alerts, the most urgent first, and those of other states.
enum AlertsPage {
    private static let most = 50

    /// Which alerts it shows; the address has its name.
    private enum View: String, CaseIterable {
        case open, acknowledged, resolved, all

        var state: AlertState? { AlertState(rawValue: rawValue) }

        /// Its title, its name beside the others, and the sentence if it is empty.
        var words: (title: PageText, name: PageText, empty: PageText) {
            switch self {
            case .open: (.openAlerts, .openNumber, .noOpenAlerts)
            case .acknowledged: (.acknowledgedAlerts, .acknowledgedNumber, .noAcknowledgedAlerts)
            case .resolved: (.resolvedAlerts, .resolvedNumber, .noResolvedAlerts)
            case .all: (.allAlerts, .allWord, .noAlerts)
            }
        }

        var filter: AlertFilter {
            AlertFilter(state: state, order: state?.waitsForClinician == true ? .urgent : .newest)
        }
    }

    static func show(_ page: PageCall) async throws -> Response {
        let (reader, query) = (page.reader, page.query)
        let view = query("state").flatMap { View(rawValue: $0) } ?? .open
        let list = "alerts \(view.rawValue)"
        let start = try page.place(query("cursor"), list) { AlertCursor($0, in: view.filter.order) }
        let found = try await page.tenancy.alerts.worklist(view.filter, after: start, limit: most, by: page.caller)
        let now = page.tenancy.now()
        var rows = found.items.map { AlertRow(item: $0, reader: reader, now: now) }
        if view == .open { rows.sort { $0.urgency < $1.urgency } }
        let next = try found.next.map { reader["/alerts?state=\(view.rawValue)&cursor=\(try page.seal($0, list))"] }
        let isLive = view == .open && start == nil
        let live: HTML? = isLive ? " data-live=\"\(to: reader["/alerts/rows"])\"" : nil
        let content: HTML = """
            \(try await done(page))
            \(views(reader, view))
            <p class="soft small">\(reader[.asOf]) \(isLive ? current(now, reader) : reader.moment(now)). <a class="noprint" href="\(to: reader["/alerts?state=\(view.rawValue)"])">\
            \(reader[.reload])</a></p>
            \(caption(found, isPart: next != nil || start != nil, view, reader))
            <ol class="alerts" id="alerts"\(live)>\(rows.map { $0.html() })</ol>
            \(rows.isEmpty || isLive ? empty(view, reader) : nil)
            \(next.map { "<p><a class=\"button quiet\" href=\"\(to: $0)\">\(reader[.older])</a></p>" as HTML })
            """
        return page.show(Document(title: reader[view.words.title], tab: .alerts, content: content))
    }

    /// The time up to which an open list is complete. The script moves it on as long as the list follows.
    private static func current(_ now: Timestamp, _ reader: Reader) -> HTML {
        "<span id=\"as-of\">\(reader.clock(now))</span> (\(reader.own?.zoneFile == nil ? "UTC" : reader.own?.zone ?? "UTC"))"
    }

    /// What was done, about whom, and what follows.
    private static func done(_ page: PageCall) async throws -> HTML? {
        let reader = page.reader
        guard let text = page.done(.acknowledged, .resolved) else { return nil }
        let id = page.query("alert").flatMap { AlertID($0) }
        let alert = try await page.ifSeen { () throws(Refusal<Never>) -> NamedAlert? in
            guard let id else { return nil }
            return try await page.tenancy.alerts.show(id, by: page.caller)
        }
        let level = alert?.standing.map { ", \(reader.language.text(of: $0.level))" } ?? ""
        let resolve = alert.flatMap { alert -> HTML? in
            guard ResolveForm.fits(alert) else { return nil }
            let link = reader["/alerts/\(alert.id)"]
            return
                "<p class=\"actions\"><a class=\"button\" href=\"\(to: link)\" data-confirm>\(reader[.resolveAlert])</a></p>"
        }
        return """
            <section class="banner ok" tabindex="-1"><h2>\(alert.map { "\(reader.name(of: $0))\(level). " as HTML })\(reader[text])</h2>\
            \(resolve.map { _ in "<p>\(reader[.thenResolve])</p>" as HTML })\(resolve)</section>
            """
    }

    private static func views(_ reader: Reader, _ current: View) -> HTML {
        let all = View.allCases.map { (Link.Path("/alerts?state=\($0.rawValue)"), $0.words.name) }
        return reader.views(.whichAlerts, all, current.words.name)
    }

    /// How many there are; of the open ones the script renews the number.
    private static func caption(_ found: Worklist, isPart: Bool, _ view: View, _ reader: Reader) -> HTML? {
        let part: HTML? =
            isPart
            ? " \(reader[.onThisPage, ["count": .number(found.items.count), "total": .number(found.total.count)]])"
            : nil
        if view == .open {
            let open = found.now.open.count
            return """
                <p id="shown">\(reader[.openNumber]): <b data-live="count" data-count="\(open)">\(open)</b>. \
                \(reader[.urgentFirst])\(part)</p>
                """
        }
        guard !found.items.isEmpty else { return nil }
        return "<p id=\"shown\">\(reader[.alertsShown, ["count": .number(found.total.count)]])\(part)</p>"
    }

    /// The sentence that stands where no row does. A style hides it while there is a row.
    private static func empty(_ view: View, _ reader: Reader) -> HTML {
        let all: HTML = "<p class=\"actions\">\(reader.button("/alerts?state=all", .showAllAlerts))</p>"
        return "<div class=\"empty\"><p class=\"lead\">\(reader[view.words.empty])</p>\(all, if: view != .all)</div>"
    }
}

extension Reader {
    var corrected: HTML { " <span class=\"flag plain\">\(self[.correctedWord])</span>" }
}
