import FairKitCore
import FairKitFrame
import FairKitService

/// Where a clinician begins: what waits, the most urgent first, and when they are on call. A tile's list has as many rows as
/// the tile says; what is empty has no tile.
enum StaffHome {
    static func show(_ page: PageCall) async throws -> Response {
        let (reader, now) = (page.reader, page.tenancy.now())
        let found = try await page.tenancy.dashboard(by: page.caller)
        let open = try await page.tenancy.alerts.worklist(limit: Dashboard.shown, by: page.caller)
        let rows = open.items.map { AlertRow(item: $0, reader: reader, now: now) }.sorted { $0.urgency < $1.urgency }
        let acknowledged = found.acknowledgedAlerts?.total.count ?? 0
        let tiles = [
            tile("critical", open.total.count, .tileOpen, "/alerts", reader),
            tile("", acknowledged, .tileAcknowledged, "/alerts?state=acknowledged", reader),
        ].compactMap(\.self)
        let held = found.heldResults?.items ?? []
        let shift = reader.may(.readTeams) ? try await onCall(page) : nil
        let content: HTML = """
            \(tiles.isEmpty && held.isEmpty ? "<p class=\"lead\">\(reader[.nothingWaits])</p>" as HTML : nil)
            \(tiles.isEmpty ? nil : "<ul class=\"tiles\">\(tiles)</ul>" as HTML)
            \(rows.first.map { urgent($0, reader) })
            \(held.isEmpty ? nil : results(.heldResults, held, found.heldResults?.total.count ?? 0, "/results?held=true", reader))
            \(shift)
            """
        return page.show(Document(title: reader[.home], about: reader.name, tab: .home, content: content))
    }

    /// A number that leads to its list; nil: there is nothing.
    static func tile(
        _ kind: String, _ count: Int, _ text: PageText, _ path: Link.Path, _ reader: Reader
    ) -> HTML? {
        guard count > 0 else { return nil }
        return """
            <li class="\(kind)"><a href="\(to: reader[path])"><b>\(count)</b>\(reader[text, ["count": .number(count)]])</a></li>

            """
    }

    private static func urgent(_ row: AlertRow, _ reader: Reader) -> HTML {
        "<section><h2>\(reader[.mostUrgent])</h2><ol class=\"alerts\">\(row.html())</ol></section>\n"
    }

    /// The first results of a list that wait for a person, and the way to the whole list.
    static func results(
        _ title: PageText, _ found: [ResultView], _ total: Int, _ path: Link.Path, _ reader: Reader
    ) -> HTML {
        let rows = found.map { result -> HTML in
            let day = reader.language.text(of: result.current.findings.testDate)
            let level = result.current.findings.level.map { reader.language.text(of: $0) } ?? reader[.noLevel]
            return """
                <li><a href="\(to: reader["/results/\(result.id)"])"><span class="name"><b>\(result.patientName ?? result.kitCode.description)</b>\
                <span>\(day)</span></span><span class="num">\(level)</span>\(reader.signs(of: result))</a></li>

                """
        }
        return reader.first(title, rows, of: total, all: path)
    }

    /// The reader's shift now, or the next one; nothing for a reader in no team.
    private static func onCall(_ page: PageCall) async throws -> HTML? {
        let reader = page.reader
        guard let id = reader.own?.account.id else { return nil }
        let teams = try await page.tenancy.teams.onCallNow(by: page.caller)
        let all: [(OnCallView, OnCallPeriod)] = teams.flatMap { view in
            view.periods.filter { $0.members.contains(id) }.map { (view, $0) }
        }
        guard let (view, period) = all.min(by: { $0.1.from < $1.1.from }) else { return nil }
        let isNow = period.from <= view.at
        let time = reader.moment(isNow ? period.until : period.from, view.zone, view.team.timeZone)
        let words: HTML =
            isNow && period.until >= view.until
            ? "\(reader[.allTheTime])" : "\(reader[isNow ? .untilTime : .fromTime]) \(time)"
        return """
            <section class="card">
              <h2>\(reader[isNow ? .onCallNow : .onCallNext])</h2>
              <p><b>\(view.team.name)</b>, \(words)</p>
              <p><a href="\(to: reader["/on-call"])">\(reader[.onCall])</a></p>
            </section>
            """
    }
}
