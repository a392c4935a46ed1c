import FairKitCore
import FairKitFrame
import FairKitService

/// Who of each team is on call now and next, with gaps and double covers, on the team's clock; and the reader's own shifts.
enum OnCallPage {
    /// The most periods of a team that it shows.
    private static let most = 10

    static func show(_ page: PageCall) async throws -> Response {
        let reader = page.reader
        let teams = try await page.tenancy.teams.onCallNow(by: page.caller)
        let missing = try await missing(among: teams, page)
        let own = reader.own.map { own in teams.filter { $0.members.contains { $0.account == own.account.id } } } ?? []
        let content: HTML =
            teams.isEmpty && missing.isEmpty
            ? "<div class=\"empty\"><p class=\"lead\">\(reader[.noTeams])</p></div>"
            : """
            \(reader.may(.manageTeams) ? nil : "<p class=\"soft\">\(reader[.changeShiftsHow])</p>")
            \(own.isEmpty ? nil : mine(own, reader))\(missing.map { absent($0, reader) })\(teams.map { team($0, reader) })
            """
        return page.show(Document(title: reader[.onCall], tab: .onCall, content: content))
    }

    /// The teams that escalations name, though they are not there: an alert that reaches such a step tells no one.
    private static func missing(among teams: [OnCallView], _ page: PageCall) async throws -> [String] {
        var names: Set<String> = []
        for band in Band.allCases {
            let policy = try await page.tenancy.escalation.policy(of: band, by: page.caller)?.policy
            for case .team(let name) in (policy?.steps ?? []).flatMap(\.targets) { names.insert(name) }
        }
        return names.subtracting(teams.map(\.team.name)).sorted()
    }

    private static func absent(_ name: String, _ reader: Reader) -> HTML {
        """
        <section class="card"><h2>\(name)</h2><p>\(reader.badge("critical", "▲▲", reader[.noOneOnCall]))</p>\
        <p>\(reader[.teamMissing])</p>\(reader.may(.manageTeams)
            ? "<p class=\"actions\"><a class=\"button quiet\" href=\"\(to: reader["/teams"])\">\(reader[.teams])</a></p>" as HTML : nil)</section>

        """
    }

    private static func mine(_ teams: [OnCallView], _ reader: Reader) -> HTML {
        let id = reader.own?.account.id
        let all: [(OnCallView, OnCallPeriod)] = teams.flatMap { view in
            view.periods.filter { period in period.members.contains { $0 == id } }.map { (view, $0) }
        }
        let shifts = all.sorted { $0.1.from < $1.1.from }.prefix(most)
        let list: HTML =
            shifts.isEmpty
            ? "<p>\(reader[.noOwnShift])</p>"
            : "<ul class=\"list\">\(shifts.map { own($0.0, $0.1, reader) })</ul>"
        return "<section class=\"card\"><h2>\(reader[.myShifts])</h2>\(list)</section>\n"
    }

    private static func own(_ view: OnCallView, _ period: OnCallPeriod, _ reader: Reader) -> HTML {
        reader.row(
            nil, times(period, view, reader), ["\(view.team.name)"],
            period.from <= view.at ? reader.badge("normal", "●", reader[.nowWord]) : nil)
    }

    private static func team(_ view: OnCallView, _ reader: Reader) -> HTML {
        let rows = view.periods.prefix(most).map { row($0, view, reader) }
        let zone = reader[.zoneOf, ["zone": .text(view.zone == nil ? "UTC" : view.team.timeZone)]]
        return """
            <section class="card">
              <h2>\(view.team.name)</h2>
              \(view.team.description.map { "<p class=\"soft\">\($0)</p>" as HTML })
              \(view.zone == nil ? "<p class=\"banner warning\">\(reader[.zoneUnknown])</p>" as HTML : nil)
              \(reader.scrolled(view.team.name, zone, [reader[.periodWord], reader[.onCall]], rows))
              \(change(view, reader))
            </section>

            """
    }

    /// The way to the team's changes, for those who can make one.
    private static func change(_ view: OnCallView, _ reader: Reader) -> HTML? {
        let mayManage = reader.may(.manageTeams)
        guard mayManage || view.members.contains(where: { $0.account == reader.own?.account.id }) else { return nil }
        let link = reader["/on-call/\(view.team.name)"]
        return """
            <p class="actions"><a class="button quiet" href="\(to: link)">\(reader[mayManage ? .changeOnCall : .onCallChanges])\
            <span class="hide">, \(view.team.name)</span></a></p>
            """
    }

    private static func row(_ period: OnCallPeriod, _ view: OnCallView, _ reader: Reader) -> HTML {
        let names = period.members.map { name($0, of: view) }.joined(separator: ", ")
        let who: HTML =
            switch period.members.count {
            case 0: reader.badge("critical", "▲▲", reader[.noOneOnCall])
            case 1: "\(names)"
            default: "\(names) \(reader.badge("plain", "=", reader[.atOnce, ["count": .number(period.members.count)]]))"
            }
        let isNow = period.from <= view.at && view.at < period.until
        return reader.row(about: "\(isNow ? reader[.nowWord] + ": " : "")\(times(period, view, reader))", [who])
    }

    /// A period on the team's clock, with its zone. One that began before the page, or ends after it, has no such time.
    private static func times(_ period: OnCallPeriod, _ view: OnCallView, _ reader: Reader) -> HTML {
        let from: HTML? = period.from <= view.at ? nil : reader.moment(period.from, view.zone, view.team.timeZone)
        let until: HTML? = period.until >= view.until ? nil : reader.moment(period.until, view.zone, view.team.timeZone)
        switch (from, until) {
        case (let from?, let until?): return "\(from) – \(until)"
        case (let from?, nil): return "\(reader[.fromTime]) \(from)"
        case (nil, let until?): return "\(reader[.untilTime]) \(until)"
        case (nil, nil): return "\(reader[.allTheTime])"
        }
    }

    static func name(_ id: AccountID, of view: OnCallView) -> String {
        view.members.first { $0.account == id }?.nameInMails ?? ""
    }
}
