import FairKitCore
import FairKitFrame
import FairKitService

/// In whose care a patient is: an administrator assigns clinicians, and ends it.
enum CarePage: FormPage {
    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let (reader, id) = (page.reader, try page.call.id() as ProfileID)
        let done: PageText
        if form["do"] == "assign" {
            guard let clinician = AccountID(form["clinician"]) else { return try await refuse(page) }
            do {
                _ = try await page.tenancy.care.assign(
                    clinician, to: id, from: nil, until: nil, isOnce: true, by: page.caller)
            } catch {
                guard case .invalid = error else { throw error }
                return try await refuse(page)
            }
            done = .careAdded
        } else {
            guard let assignment = CareAssignmentID(form["do"]) else { return try await refuse(page) }
            // What is no assignment of this patient was not drawn here.
            guard try await page.tenancy.care.show(assignment, by: page.caller).assignment.profile == id else {
                throw Problem.notFound
            }
            do { _ = try await page.tenancy.care.end(assignment, by: page.caller) } catch {
                // Another person was quicker.
                guard case .own = error else { throw error }
            }
            done = .careEnded
        }
        return .seeOther(reader["/people/\(id)/care?done=\(done.rawValue)"])
    }

    private static func refuse(_ page: PageCall) async throws -> Response {
        try await draw(page, [Wrong(field: "clinician", text: page.reader[.careChoose])])
    }

    static func draw(_ page: PageCall, _ wrong: [Wrong]) async throws -> Response {
        let (reader, id) = (page.reader, try page.call.id() as ProfileID)
        let seen = try await page.tenancy.profiles.show(id, by: page.caller)
        let all = try await page.tenancy.care.list(of: nil, to: id, before: nil, limit: 100, by: page.caller).items
        let staff = try await page.tenancy.accounts.staff(by: page.caller).map(\.account)
        let names = Dictionary(uniqueKeysWithValues: staff.map { ($0.id, $0.details.name ?? "\($0.email)") })
        let caring = Set(all.filter(\.isInForce).map(\.assignment.account))
        let taken = caring.union(all.filter(\.isLater).map(\.assignment.account))
        let free = staff.filter { $0.role.name == .clinician && $0.state == .active && !taken.contains($0.id) }
        let link = reader["/people/\(id)/care"]
        return page.show(
            about: seen, .care, refused: .ownNotSaved, wrong, done: page.done(.careAdded, .careEnded),
            """
            <p class="lead">\(reader[.careLead])</p>
            \(all.isEmpty
                ? reader.empty(.careNone, .careNoneWhy)
                : reader.table(.care, reader[.careShown, ["count": .number(caring.count)]],
                    [.careClinician, .careSince, .accountState, nil],
                    all.map { row($0, names[$0.assignment.account] ?? reader[.careFormer], link, reader) }))
            \(free.isEmpty
                ? reader.empty(.careNoClinician, .careNoClinicianWhy, ("/accounts/invite", .inviteTitle))
                : form(free.map { ("\($0.id)", names[$0.id] ?? "") }, link, reader))
            """)
    }

    private static func row(_ view: CareView, _ name: String, _ link: Link, _ reader: Reader) -> HTML {
        let care = view.assignment
        let time = view.isLater ? care.from : care.end?.at ?? care.to
        let state: HTML =
            view.isInForce
            ? reader.badge("normal", "●", reader[.careStands])
            : """
            \(reader[view.isLater ? .careLater : .careOver])\
            \(time.map { "<br><span class=\"soft small\">\(reader.moment($0))</span>" as HTML })
            """
        let canEnd = view.isInForce || view.isLater
        let end = canEnd ? reader.rowButton(.careEnd, link, "\("\(care.id)")", of: name) : nil
        return reader.row(about: "\(name)", [reader.moment(care.from), state, end])
    }

    private static func form(_ free: [(value: String, text: String)], _ link: Link, _ reader: Reader) -> HTML {
        """
        \(reader.card(to: link))
          <h2>\(reader[.careAdd])</h2>
          \(reader.select("clinician", .careClinician, [("", reader[.careChoose])] + free, ""))
          <div class="actions"><button name="do" value="assign">\(reader[.careAssign])</button></div>
        </form>
        """
    }
}
