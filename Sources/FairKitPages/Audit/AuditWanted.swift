import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes
import Hummingbird

extension AuditPage {
    /// What stands in the address, as far as it can be read.
    struct Wanted {
        private(set) var filter = AuditFilter()
        private(set) var area: String?
        private(set) var (from, to): (CalendarDate?, CalendarDate?)
        var person: ProfileID? { filter.patient }
        var actor: ActorID? { filter.actor }
        var isDenied: Bool { filter.outcome == .denied }
        var isAny: Bool { filter != AuditFilter() }
        var list: String { "audit \(text)" }

        init(_ page: PageCall) {
            let query = page.request.uri.queryParameters
            filter.patient = query["person"].flatMap { ProfileID(String($0)) }
            filter.actor = query["actor"].flatMap { ActorID(String($0)) }
            if query["denied"] == "yes" { filter.outcome = .denied }
            if let found = AuditAction.areas.first(where: { $0.name == query["area"].map { String($0) } }) {
                area = found.name
                filter.actions = AuditAction.allCases.filter { $0.area == found.text }
            }
            from = query["from"].flatMap { CalendarDate(String($0)) }
            to = query["to"].flatMap { CalendarDate(String($0)) }
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
                isDenied ? "yes" : nil,
            ]
            return parts.map { $0 ?? "" }.joined(separator: " ")
        }

        func link(_ reader: Reader, cursor: String = "", isFile: Bool = false) -> Link {
            let (person, actor) = (person.map { "\($0)" } ?? "", actor.map { "\($0)" } ?? "")
            let (from, to) = (from.map { "\($0)" } ?? "", to.map { "\($0)" } ?? "")
            let (area, denied) = (area ?? "", isDenied ? "yes" : "")
            if isFile {
                return reader[
                    "/audit/entries.csv?person=\(person)&actor=\(actor)&area=\(area)&from=\(from)&to=\(to)&denied=\(denied)"
                ]
            }
            return reader[
                "/audit?person=\(person)&actor=\(actor)&area=\(area)&from=\(from)&to=\(to)&denied=\(denied)&cursor=\(cursor)"
            ]
        }
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
