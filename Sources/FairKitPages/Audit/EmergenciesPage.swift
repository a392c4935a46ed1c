import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes
import Hummingbird

/// Records that clinicians opened in an emergency, which an administrator looks at afterwards.
enum EmergenciesPage {
    private static let most = 50

    static func show(_ page: PageCall) async throws -> Response {
        let (reader, query) = (page.reader, page.request.uri.queryParameters)
        let all = query["all"] != nil
        let start = try page.place(query["cursor"], "emergencies \(all)") { BreakGlassID($0) }
        let found = try await page.tenancy.emergencies.list(all: all, before: start, limit: most, by: page.caller)
        let next = try found.next.map { next in
            let cursor = try page.seal(next, "emergencies \(all)")
            return reader[all ? "/emergencies?all=yes&cursor=\(cursor)" : "/emergencies?cursor=\(cursor)"]
        }
        let names = try await AuditNames(page)
        let rows = found.items.map { row($0, names, reader) }
        let count = reader[.emergenciesShown, ["count": .number(rows.count)]]
        return page.show(
            Document(
                title: reader[.emergencies], tab: .clinic, back: (reader["/clinic"], .clinic),
                done: page.done(.emergencyReviewed),
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
        _ = try await page.tenancy.emergencies.review(page.call.id(), by: page.caller)
        return .seeOther(page.reader["/emergencies?done=\(PageText.emergencyReviewed.rawValue)"])
    }

    private static func row(_ glass: BreakGlass, _ names: AuditNames, _ reader: Reader) -> HTML {
        let who = names.name(of: ActorID(uuid: glass.account.uuid)) ?? reader[.ownRoleClinician]
        let state: HTML =
            glass.review.map { "\(reader[.emergencyReviewedBy]) \(names.name(of: $0.by) ?? reader[.ownServer])" }
            ?? reader.rowButton(.emergencyReview, reader["/emergencies/\(glass.id)"], "review", of: who)
        return """
            <tr><th scope="row">\(reader.moment(glass.openedAt))</th><td>\(who)</td><td>\(glass.reason)</td>\
            <td><a href="\(to: reader["/people/\(glass.profile)"])">\(reader[.patientRecord])</a><br>\
            <a class="small" href="\(to: reader["/audit?person=\(glass.profile)"])">\(reader[.auditOfPerson])</a></td><td>\(state)</td></tr>

            """
    }
}
