import FairKitCore
import FairKitFrame
import FairKitService

/// The audit log: who did what, about whom. A person's page leads to who saw that person, and an account's to what it did.
enum AuditPage {
    private static let most = 50
    /// Most entries of a file.
    private static let mostOfFile = 20_000

    static func show(_ page: PageCall) async throws -> Response {
        let (reader, wanted) = (page.reader, Wanted(page))
        let start = try page.place(page.query("cursor"), wanted.list) { AuditCursor($0) }
        let found = try await page.tenancy.audit.list(wanted.filter, before: start, limit: most, by: page.caller)
        let names = try await page.tenancy.accounts.names(by: page.caller)
        let next = try found.next.map { wanted.link(reader, cursor: try page.seal($0, wanted.list)) }
        let rows = found.items.map { row($0.entry, names, reader) }
        let heads: [PageText?] = [.auditAt, .auditWhat, .auditWho, .auditAbout, .auditOutcome]
        let named = try await name(of: wanted.person, page)
        return page.show(
            Document(
                title: named.map { "\(reader[.auditOfPerson]): \($0)" } ?? reader[.audit], tab: .clinic,
                back: (reader["/clinic"], .clinic),
                content: """
                    <p class="lead">\(reader[.auditLead])</p>
                    \(try await chain(page))\(form(wanted, names, reader))\(server(wanted, reader))
                    \(rows.isEmpty
                        ? reader.empty(.noMatch, next == nil ? .auditNone : .auditNoneYet, wanted.isAny ? ("/audit", .removeFilters) : nil)
                        : reader.table(.audit, reader[.auditShown, ["count": .number(rows.count)]], heads, rows))
                    <p class="actions">\(next.map { "<a class=\"button quiet\" href=\"\(to: $0)\">\(reader[.older])</a>" as HTML })\
                    \(rows.isEmpty ? nil : "<a class=\"button quiet\" href=\"\(to: wanted.link(reader, isFile: true))\">\(reader[.auditFile])</a>" as HTML)</p>
                    """))
    }

    /// The entries that match, as a file for a spreadsheet.
    static func file(_ page: PageCall) async throws -> Response {
        let wanted = Wanted(page)
        let names = try await page.tenancy.accounts.names(by: page.caller)
        var file = CSVFile([
            "at", "action", "outcome", "role", "name", "accountId", "keyId", "patientId", "objectId", "address",
            "breakGlass", "times",
        ])
        var (start, count): (AuditCursor?, Int) = (nil, 0)
        repeat {
            let found = try await page.tenancy.audit.list(
                wanted.filter, before: start, limit: 500, isFurther: start != nil, by: page.caller)
            for entry in found.items.map(\.entry) {
                let actor = entry.actor
                file.add([
                    .text("\(entry.at)"), .text(entry.action.rawValue), .text(entry.outcome.rawValue),
                    .text(actor.role?.rawValue), .text(names[actor]), .text(actor.account?.description),
                    .text(actor.key?.description), .text(entry.profileID?.description), .text(entry.object),
                    .text(actor.address), .text("\(entry.breakGlass)"), .number("\(entry.times)"),
                ])
            }
            (start, count) = (found.next, count + found.items.count)
        } while start != nil && count < mostOfFile
        if start != nil { file.add([.text(page.reader[.auditCut, ["count": .number(count)]])]) }
        return page.csv(file, as: "fairkit-audit\(start == nil ? "" : "-part")")
    }

    /// What the last check of the chain found, and when it was.
    private static func chain(_ page: PageCall) async throws -> HTML {
        let reader = page.reader
        guard let last = try await page.tenancy.audit.lastCheck(by: page.caller) else {
            return "<p class=\"banner warning\">\(reader[.chainNever])</p>"
        }
        return """
            <p class="banner \(last.isSound ? "ok" : "critical")">\(reader[last.isSound ? .chainSound : .chainBroken]) \
            \(reader[.chainChecked]) \(reader.moment(last.at)).</p>
            """
    }

    /// The name of the person whose entries these are; nil: they are of everyone.
    private static func name(of person: ProfileID?, _ page: PageCall) async throws -> String? {
        guard let person else { return nil }
        guard page.reader.may(.holdRecord) else { return page.reader.number(of: person) }
        let names = try await page.tenancy.profiles.names(of: [person], by: page.caller)
        return names[person] ?? page.reader.number(of: person)
    }

    /// A time with its seconds, as narrow as a telephone needs it.
    private static func moment(_ time: Timestamp, _ reader: Reader) -> HTML {
        let (local, second) = (reader.local(time), Int(time.milliseconds / 1000 % 60))
        let zone = reader.own?.zoneFile == nil ? "UTC" : reader.own?.zone ?? ""
        return """
            <time datetime="\(time.description)">\(reader.language.text(of: local.date)),<br>\
            \(reader.language.clock(local)):\(second < 10 ? "0" : "")\(second)<br><span class="soft small">\(zone)</span></time>
            """
    }

    private static func row(_ entry: AuditEntry, _ names: [ActorID: String], _ reader: Reader) -> HTML {
        let name = names[entry.actor]
        let who = name ?? entry.actor.role.map { reader[$0.ownText] } ?? reader[.ownServer]
        let id = entry.actor.account.map { "\($0)" } ?? entry.actor.key.map { "\($0)" }
        let link = id.map { "<a href=\"\(to: reader["/audit?actor=\($0)"])\">\(who)</a>" as HTML } ?? "\(who)"
        let role =
            name == nil
            ? nil : entry.actor.role.map { "<br><span class=\"soft small\">\(reader[$0.ownText])</span>" as HTML }
        let person = entry.profileID.map { id -> HTML in
            """
            \(reader.number(of: id))<br><a class="small" href="\(to: reader["/audit?person=\(id)"])">\(reader[.auditOfPerson])</a>
            """
        }
        let outcome: HTML =
            switch entry.outcome {
            case .success: "\(reader[.auditDone])"
            case .denied: reader.badge("high", "!", reader[.ownWasRefused])
            case .failed: reader.badge("plain", "✕", reader[.auditFailed])
            }
        return """
            <tr><th scope="row">\(moment(entry.at, reader))</th>\
            <td>\(reader[entry.action.area])<br><span class="soft small">\(entry.action.rawValue)</span>\
            \(entry.breakGlass ? " \(reader.badge("critical", "!", reader[.ownInEmergency]))" as HTML : nil)</td>\
            <td>\(link)\(role)</td><td>\(person)</td><td>\(outcome)\(entry.times > 1 ? " ×\(entry.times)" : "")</td></tr>

            """
    }
}
