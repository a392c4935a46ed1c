import FairKitCore
import FairKitFrame
import FairKitService

/// The people with access: accounts of staff and open invitations in one list, with their states. A patient's account is found
/// by its address. Names are posted, and the page of a search has an address in which nothing can be read.
enum AccountsPage {
    private static let most = 50
    static let done: [PageText] = [
        .inviteSent, .inviteAwaits, .inviteApproved, .inviteWithdrawn, .accountDeleted, .accountResumed,
    ]

    static func show(_ page: PageCall) async throws -> Response {
        let query = page.query
        let hidden = query("find") ?? ""
        let text = hidden.isEmpty ? "" : try page.tenancy.cursors.reveal(hidden, of: purpose(page))
        let wanted = Wanted(
            text: text, hidden: hidden, role: query("role").flatMap { RoleName(rawValue: $0) },
            state: query("state").flatMap { AccountRow.Way(rawValue: $0) },
            page: query("page").flatMap { Int($0) }.map { min(max($0, 1), 10_000) } ?? 1)
        return page.show(try await document(page, wanted))
    }

    static func find(_ page: PageCall, _ form: Form) async throws -> Response {
        guard let text = form.text("q"), text.count <= 100 else {
            let wrong = Wrong(field: "q", text: page.reader[.accountTypeMore])
            return page.show(try await document(page, Wanted(), [wrong]))
        }
        let hidden = try page.tenancy.cursors.hide(text, of: purpose(page))
        return .seeOther(page.reader["/accounts?find=\(hidden)"])
    }

    private static func purpose(_ page: PageCall) -> String {
        "search of accounts by \(page.reader.own.map { "\($0.account.id)" } ?? "")"
    }

    /// What stands in the address.
    private struct Wanted {
        var (text, hidden) = ("", "")
        var role: RoleName?
        var state: AccountRow.Way?
        var page = 1
        var isAny: Bool { !text.isEmpty || role != nil || state != nil }

        func link(_ reader: Reader, page: Int) -> Link {
            let (role, state) = (role?.rawValue ?? "", state?.rawValue ?? "")
            return reader["/accounts?find=\(hidden)&role=\(role)&state=\(state)&page=\(page)"]
        }
    }

    private static func document(_ page: PageCall, _ wanted: Wanted, _ wrong: [Wrong] = []) async throws -> Document {
        let reader = page.reader
        let all = try await rows(page, wanted)
        let shown = all.dropFirst((wanted.page - 1) * most).prefix(most)
        let count = reader[.accountsShown, ["count": .number(all.count)]]
        let list =
            shown.isEmpty
            ? empty(wanted, reader)
            : reader.table(
                .accounts, count, [.personName, .accountState, .roleName, nil], shown.map { $0.html(reader) })
        func turn(_ page: Int, _ text: PageText) -> HTML {
            "<a class=\"button quiet\" href=\"\(to: wanted.link(reader, page: page))\">\(reader[text])</a>"
        }
        return Document(
            title: reader[.accounts], tab: .accounts, refusal: .notSearched, wrong: wrong, done: page.done(among: done),
            content: """
                <p class="actions"><a class="button" href="\(to: reader["/accounts/invite"])">\(reader[.inviteTitle])</a></p>
                \(search(wanted, wrong, reader))\(filters(wanted, reader))
                \(list)
                <p class="actions">\(turn(wanted.page - 1, .pageBefore), if: wanted.page > 1)\
                \(turn(wanted.page + 1, .more), if: all.count > wanted.page * most)</p>
                """)
    }

    /// The rows that match, in their order: staff and invitations, and the account at an address that was typed.
    private static func rows(_ page: PageCall, _ wanted: Wanted) async throws -> [AccountRow] {
        let (accounts, caller) = (page.tenancy.accounts, page.caller)
        let staff = try await accounts.staff(by: caller)
        var rows = staff.map { AccountRow($0) }
        let laboratories = try await page.laboratories()
        var start: InvitationID?
        repeat {
            let found = try await accounts.invitations(before: start, limit: 200, by: caller)
            rows += found.items.map { invitation in
                AccountRow(
                    invitation, laboratory: invitation.role?.laboratory.flatMap { laboratories[$0] },
                    at: page.tenancy.now())
            }
            start = found.next
        } while start != nil
        let words = wanted.text.lowercased().split(separator: " ")
        if let email = MailAddress(typed: wanted.text), let found = try await accounts.find(email, by: caller),
            found.account.role.name == .patient
        {
            rows.append(AccountRow(found))
        }
        return rows.filter { row in
            row.matches(words) && (wanted.role.map { $0 == row.role } ?? true)
                && (wanted.state.map { $0 == row.state } ?? true)
        }.sorted(by: AccountRow.isBefore)
    }

    private static func empty(_ wanted: Wanted, _ reader: Reader) -> HTML {
        wanted.isAny
            ? reader.empty(.noMatch, .accountsNoMatchWhy, ("/accounts", .removeFilters))
            : reader.empty(.accountsNone, .accountsNoneWhy, ("/accounts/invite", .inviteTitle))
    }

    private static func search(_ wanted: Wanted, _ wrong: [Wrong], _ reader: Reader) -> HTML {
        """
        <form class="card" role="search" method="post" action="\(to: reader["/accounts"])">
          \(Shell.token(reader))
          \(reader.field("q", .accountFind, wrong, hint: .accountFindHint, with: .search(wanted.text, most: 100)))
          <div class="actions"><button>\(reader[.search])</button></div>
        </form>
        """
    }

    private static func filters(_ wanted: Wanted, _ reader: Reader) -> HTML {
        let roles = RoleName.ofAccounts.map { ($0.rawValue, reader[$0.ownText]) }
        let states = AccountRow.Way.allCases.map { ($0.rawValue, reader[$0.text]) }
        return """
            <form class="card filters" method="get" action="\(to: reader["/accounts"])">
              <input type="hidden" name="find" value="\(wanted.hidden)">
              \(reader.select("role", .roleName, [("", reader[.allWord])] + roles, wanted.role?.rawValue ?? ""))
              \(reader.select("state", .accountState, [("", reader[.allWord])] + states, wanted.state?.rawValue ?? ""))
              <button>\(reader[.filter])</button>
            </form>
            """
    }
}

extension PageCall {
    /// The names of all laboratories.
    func laboratories() async throws -> [LaboratoryID: String] {
        let found = try await tenancy.laboratories.list(after: nil, limit: 1_000, by: caller)
        return Dictionary(found.items.map { ($0.id, $0.name) }) { first, _ in first }
    }
}
