import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird
import NIOCore

/// A row of the worklist: who, why, since when, who was told, and what comes next.
struct AlertRow {
    let item: WorkItem
    let reader: Reader
    let now: Timestamp

    /// Whether its reader reads whose it is, or the result has no patient.
    private var isKnown: Bool { item.named.isKnown }

    private var course: AlertCourse {
        AlertCourse(
            alert: item.named.alert, tellings: item.tellings, coming: item.coming, contacts: item.contacts,
            reader: reader, now: now)
    }

    func html() -> HTML {
        let link = reader["/alerts/\(item.named.id)"]
        // The script asks again for a row whose messages are under way.
        let moves: HTML? = item.tellings.contains { $0.state == .underWay } ? " data-moves" : nil
        return """
            <li class="\(kind)" id="alert-\(item.named.id.description)" data-at="\(urgency)"\(moves)>
              <div>\(level)\(item.isUnverified ? reader.badge("held", "◇", reader[.toVerify]) : nil)</div>
              <div><h2><a href="\(to: link)">\(reader.name(of: item.named))</a>\(item.follows == nil ? nil : reader.corrected)</h2>
                \(isKnown ? nil : "<p class=\"small\">\(reader[.notYours])</p>" as HTML)\
            \(reader.facts(of: item.identity).map { "<p class=\"soft small\">\($0)</p>" as HTML })\(record)
                <p class="small">\(reader.reason(of: item.named.alert))</p>\(reader.sameResult(item.named, item.twins))</div>
              <dl class="due">\(facts)</dl>
              \(button(link))
            </li>

            """
    }

    /// Only what is open has the colour of its urgency.
    private var kind: String {
        switch item.state {
        case .open, .acknowledged: item.band == .critical ? "critical" : "warning"
        case .resolved, .retracted: "ended"
        }
    }

    /// Rows in its order have those first that ask the reader to act, the one whose next step comes soonest at the top.
    var urgency: String {
        let mine = isKnown || course.isForReader
        return "\(mine ? 0 : 1) \(item.coming.first?.due.description ?? "9999") \(item.band.rawValue) \(item.raisedAt)"
    }

    private var level: HTML {
        item.standing == nil
            ? "<p class=\"value\">\(reader[.noLevel])</p>" : reader.value(item.standing?.level, item.named.flag)
    }

    private var record: HTML? {
        reader.record(of: item.named).map { link in
            """
            <p class="small"><a href="\(to: link)">\(reader[.patientRecord])<span class="hide">, \
            \(reader.name(of: item.named))</span></a></p>
            """
        }
    }

    private var facts: [HTML] {
        var facts = course.facts
        if let done = item.loop.resolution { facts.insert((.resolvedBy, ending(done.account, done.at)), at: 0) }
        if let done = item.loop.acknowledgement {
            facts.insert((.acknowledgedBy, ending(done.account, done.at)), at: 0)
        }
        facts.append((.openSince, reader.counting(item.raisedAt, at: now)))
        return facts.map { "<dt>\(reader[$0.0])</dt><dd>\($0.1)</dd>" as HTML }
    }

    private func ending(_ account: AccountID, _ time: Timestamp) -> HTML {
        "\(reader.names([.account(account)], item.contacts.names)), \(reader.moment(time))"
    }

    /// What the reader does next: no button that would be refused, and none that they lack the facts for.
    private func button(_ link: Link) -> HTML? {
        let level = item.standing.map { reader.language.text(of: $0.level) } ?? reader[.noLevel]
        let name: HTML = "<span class=\"hide\">, \(reader.name(of: item.named)), \(level)</span>"
        switch item.state {
        case .open where isKnown:
            return "<a class=\"button\" href=\"\(to: link)\" data-confirm>\(reader[.acknowledge])\(name)</a>"
        case .open: return "<a class=\"button quiet\" href=\"\(to: link)\">\(reader[.whatYouCanDo])\(name)</a>"
        case .acknowledged:
            return "<a class=\"button\" href=\"\(to: link)\" data-confirm>\(reader[.resolveAlert])\(name)</a>"
        case .resolved, .retracted: return nil
        }
    }
}

/// The rows of some alerts, as far as they are open for the reader: an open worklist asks for those that changed.
enum AlertRows {
    private static let most = 100

    static func show(_ page: PageCall) async throws -> Response {
        let (reader, now) = (page.reader, page.tenancy.now())
        let asked = page.query("ids").map { $0.split(separator: ",").prefix(most) } ?? []
        let ids = asked.compactMap { AlertID($0) }
        let found = try await page.tenancy.alerts.worklist(AlertFilter(ids: ids), limit: most, by: page.caller)
        let fresh = found.items.filter { $0.raisedAt.distance(to: now) < .seconds(60) && $0.loop.failures == 0 }.count
        let gone = Set(ids).subtracting(found.items.map(\.named.id)).count
        let changes: [(PageText, Int)] = [
            (.alertsNew, fresh), (.alertsChanged, found.items.count - fresh), (.alertsGone, gone),
        ]
        let words = changes.filter { $0.1 > 0 }.map { reader[$0.0, ["count": .number($0.1)]] }
        let open = found.now.open.count
        let content: HTML = """
            <ol>\(found.items.map { AlertRow(item: $0, reader: reader, now: now).html() })</ol>
            <span data-live="count" data-count="\(open)">\(open)</span>
            <p role="status">\((words + [reader[.openNow, ["count": .number(open)]]]).joined(separator: " "))</p>

            """
        return Response(
            status: .ok, headers: Document.headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: content.bytes)))
    }
}
