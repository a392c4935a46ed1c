import FairKitCore
import FairKitFrame
import FairKitService

extension AuditPage {
    /// What stands in the address, as far as it can be read.
    struct Wanted {
        private(set) var filter = AuditFilter()
        private(set) var area: String?
        private(set) var (from, to): (CalendarDate?, CalendarDate?)
        /// What the server did by itself is left out of a person's entries, unless its reader asks for it.
        var showsServer = false
        var person: ProfileID? { filter.patient }
        var actor: ActorID? { filter.actor }
        var isDenied: Bool { filter.outcome == .denied }
        var isAny: Bool { filter != AuditFilter() }
        var list: String { "audit \(text)" }

        init(_ page: PageCall) {
            let query = page.query
            filter.patient = query("person").flatMap { ProfileID($0) }
            filter.actor = query("actor").flatMap { ActorID($0) }
            showsServer = query("service") == "yes"
            filter.omitsServer = person != nil && !showsServer
            if query("denied") == "yes" { filter.outcome = .denied }
            if let found = AuditAction.areas.first(where: { $0.name == query("area") }) {
                area = found.name
                filter.actions = AuditAction.allCases.filter { $0.area == found.text }
            }
            from = query("from").flatMap { CalendarDate($0) }
            to = query("to").flatMap { CalendarDate($0) }
            // Days are those of the reader's clock.
            let midnight = LocalTime("00:00")
            let begin = { (day: CalendarDate) -> Timestamp? in
                midnight.flatMap { page.reader.own?.zoneFile?.time(of: day, $0) } ?? Timestamp("\(day)T00:00:00Z")
            }
            filter.from = from.flatMap(begin)
            filter.to = to.flatMap { begin($0.adding(days: 1)) }
        }

        private var text: String {
            let parts: [String?] = [
                person.map { "\($0)" }, actor.map { "\($0)" }, area, from.map { "\($0)" }, to.map { "\($0)" },
                isDenied ? "yes" : nil, showsServer ? "service" : nil,
            ]
            return parts.map { $0 ?? "" }.joined(separator: " ")
        }

        func link(_ reader: Reader, cursor: String? = nil, isFile: Bool = false) -> Link {
            let path: Link.Path = isFile ? "/audit/entries.csv" : "/audit"
            return reader[
                path.with([
                    "person": person?.description, "actor": actor?.description, "area": area, "from": from?.description,
                    "to": to?.description, "denied": isDenied ? "yes" : nil, "service": showsServer ? "yes" : nil,
                    "cursor": cursor,
                ])]
        }
    }
}

extension AuditPage {
    /// What narrows the log.
    static func form(_ wanted: Wanted, _ names: [ActorID: String], _ reader: Reader) -> HTML {
        let areas = AuditAction.areas.map { ($0.name, reader[$0.text]) }
        let kept: HTML? = wanted.actor.map { actor in
            """
            <input type="hidden" name="actor" value="\(actor.description)">\
            <p>\(reader[.auditWho]): <b>\(names[actor] ?? reader[.auditOneActor])</b> · <a href="\(to: reader["/audit"])">\(reader[.removeFilters])</a></p>
            """
        }
        let person: HTML? = wanted.person.map { person in
            """
            <input type="hidden" name="person" value="\(person.description)">\
            <p>\(reader[.auditAbout]): <a href="\(to: reader["/people/\(person)"])">\(reader[.patientRecord])</a> · <a href="\(to: reader["/audit"])">\(reader[.removeFilters])</a></p>
            """
        }
        return """
            <form class="card filters" method="get" action="\(to: reader["/audit"])">
              \(kept)\(person)\(wanted.showsServer ? "<input type=\"hidden\" name=\"service\" value=\"yes\">" as HTML : nil)
              \(reader.select("area", .auditWhat, [("", reader[.allWord])] + areas, wanted.area ?? ""))
              \(reader.field("from", .resultsFrom, with: .day(wanted.from.map { "\($0)" } ?? "")))
              \(reader.field("to", .resultsTo, with: .day(wanted.to.map { "\($0)" } ?? "")))
              <label class="choice"><input type="checkbox" name="denied" value="yes"\(wanted.isDenied ? " checked" as HTML : nil)> \(reader[.auditOnlyRefused])</label>
              <button>\(reader[.filter])</button>
              <p class="hint">\(reader[.auditHint])</p>
            </form>
            """
    }

    /// Whether a person's entries are with those of the server itself, or without.
    static func server(_ wanted: Wanted, _ reader: Reader) -> HTML? {
        guard wanted.person != nil else { return nil }
        var other = wanted
        other.showsServer.toggle()
        let text: PageText = wanted.showsServer ? .auditWithoutServer : .auditWithServer
        return "<p><a href=\"\(to: other.link(reader))\">\(reader[text])</a></p>"
    }
}

extension [ActorID: String] {
    /// The name of the one who acts: a person of staff, or a key. Patients are not named to an administrator.
    subscript(actor: AuditActor) -> String? {
        if let account = actor.account { return self[ActorID(uuid: account.uuid)] }
        return actor.key.flatMap { self[ActorID(uuid: $0.uuid)] }
    }
}

extension AuditAction {
    /// The areas by which the log is narrowed.
    static let areas: [(name: String, text: PageText)] = [
        ("records", .scopeRecords), ("kits", .scopeKits), ("results", .results), ("alerts", .scopeAlerts),
        ("accounts", .accounts), ("keys", .apiKeys), ("groups", .groups), ("teams", .onCall),
        ("emergencies", .emergencies), ("audit", .audit), ("clinic", .clinic),
    ]

    /// The area of an action, by the first word of its text.
    var area: PageText {
        switch rawValue.prefix(while: { $0 != "." }) {
        case "profile", "care", "share", "next-test", "note", "timeline", "erased", "accesses", "dashboard":
            .scopeRecords
        case "kit": .scopeKits
        case "result": .results
        case "alert", "escalation-policy", "rule": .scopeAlerts
        case "account", "session", "password", "second-factor", "invitation", "device", "contact", "contacts",
            "registration", "preferences", "backup-codes", "backup-code", "search", "calendar", "notice":
            .accounts
        case "key": .apiKeys
        case "group", "webhook": .groups
        case "team": .onCall
        case "break-glass": .emergencies
        case "audit": .audit
        default: .clinic
        }
    }
}
