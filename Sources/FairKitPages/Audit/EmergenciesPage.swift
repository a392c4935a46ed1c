import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes

/// Records that clinicians opened in an emergency, which an administrator looks at afterwards.
enum EmergenciesPage {
    private static let most = 50

    static func show(_ page: PageCall) async throws -> Response { try await draw(page) }

    private static func draw(
        _ page: PageCall, _ typed: Form = Form(), _ wrong: [Wrong] = [], isLate: Bool = false
    ) async throws -> Response {
        let (reader, query) = (page.reader, page.query)
        let all = query("all") != nil
        let start = try page.place(query("cursor"), "emergencies \(all)") { BreakGlassID($0) }
        let found = try await page.tenancy.emergencies.list(all: all, before: start, limit: most, by: page.caller)
        let list: Link.Path = all ? "/emergencies?all=yes" : "/emergencies"
        let next = try found.next.map { reader[list.with(["cursor": try page.seal($0, "emergencies \(all)")])] }
        let names = try await page.tenancy.accounts.names(by: page.caller)
        let rows = found.items.map { row($0, names, typed, wrong, reader) }
        let count = reader[.emergenciesShown, ["count": .number(rows.count)]]
        return page.show(
            Document(
                title: reader[.emergencies], tab: .clinic, status: isLate ? .conflict : nil, wrong: wrong,
                back: (reader["/clinic"], .clinic), done: page.done(.emergencyReviewed),
                content: """
                    <p class="lead">\(reader[.emergenciesLead])</p>
                    \(reader.views(.emergencies, [("/emergencies", .emergenciesOpen), ("/emergencies?all=yes", .emergenciesAll)],
                        all ? .emergenciesAll : .emergenciesOpen))
                    \(rows.isEmpty
                        ? reader.empty(all ? .emergenciesNever : .emergenciesNone, .emergenciesNoneWhy)
                        : reader.table(.emergencies, count, [.auditAt, .auditWho, .emergencyReason, .patientRecord, nil], rows))
                    \(next.map { "<p><a class=\"button quiet\" href=\"\(to: $0)\">\(reader[.older])</a></p>" as HTML })
                    """))
    }

    static func review(_ page: PageCall, _ form: Form) async throws -> Response {
        let (id, note) = (try page.call.id() as BreakGlassID, form.text("note")?.replacing("\r\n", with: "\n"))
        guard note.map({ BreakGlass.Review.isNote($0) }) ?? true else {
            return try await draw(page, form, [Wrong(field: "note-\(id)", text: page.reader[.shortenText])])
        }
        do { _ = try await page.tenancy.emergencies.review(id, note: note, by: page.caller) } catch {
            guard case .own = error else { throw error }
            let said = page.reader[.emergencyReviewedBefore, ["note": .text(note ?? "")]]
            return try await draw(page, form, [Wrong(field: "main", text: said)], isLate: true)
        }
        return .seeOther(page.reader["/emergencies?done=\(PageText.emergencyReviewed.rawValue)"])
    }

    private static func row(
        _ glass: BreakGlass, _ names: [ActorID: String], _ typed: Form, _ wrong: [Wrong], _ reader: Reader
    ) -> HTML {
        let who = names[ActorID(uuid: glass.account.uuid)] ?? reader[.ownRoleClinician]
        let id = "note-\(glass.id)"
        let isTyped = wrong.contains { $0.field == id }
        let state: HTML =
            glass.review.map { review -> HTML in
                """
                \(reader[.emergencyReviewedBy]) \(names[review.by] ?? reader[.ownServer])\
                \(review.note.map { "<br><span class=\"soft\">\($0)</span>" as HTML })
                """
            }
                ?? """
                <form method="post" action="\(to: reader["/emergencies/\(glass.id)"])">\(Shell.token(reader))\
                <label for="\(id)">\(reader[.emergencyNote])</label>\
                <textarea id="\(id)" name="note" maxlength="\(BreakGlass.Review.longestNote)"\(isTyped ? " aria-invalid=\"true\"" as HTML : nil)>\(isTyped ? typed["note"] : "")</textarea>\
                <button class="quiet">\(reader[.emergencyReview])<span class="hide">, \(who)</span></button></form>
                """
        return """
            <tr><th scope="row">\(reader.moment(glass.openedAt))</th><td>\(who)</td><td>\(glass.reason)</td>\
            <td><a href="\(to: reader["/people/\(glass.profile)"])">\(reader[.patientRecord])</a><br>\
            <a class="small" href="\(to: reader["/audit?person=\(glass.profile)"])">\(reader[.auditOfPerson])</a></td><td>\(state)</td></tr>

            """
    }
}
