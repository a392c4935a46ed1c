import FairKitCore
import FairKitFrame
import FairKitService

/// The teams whom alerts tell, with the times at which no one of them is on call; and a new team.
enum TeamsPage {
    static func show(_ page: PageCall) async throws -> Response {
        try await draw(page, ["timeZone": page.reader.own?.zone ?? ""], [])
    }

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let reader = page.reader
        let typed = TeamsPage.typed(form, ["name", "description", "timeZone"])
        guard let name = typed["name"] else {
            return try await draw(page, typed, [Wrong(field: "name", text: reader[.teamNameHint])])
        }
        do {
            _ = try await page.tenancy.teams.create(
                name, description: typed["description"], timeZone: typed["timeZone"] ?? "", by: page.caller)
            return .seeOther(reader["/teams/\(name)?done=\(PageText.teamMade.rawValue)"])
        } catch {
            switch error {
            case .own(.nameTaken):
                return try await draw(page, typed, [Wrong(field: "name", text: reader[.teamNameTaken])])
            case .own(.tooMany): return try await draw(page, typed, [Wrong(field: "name", text: reader[.teamsFull])])
            case .invalid(let invalid): return try await draw(page, typed, wrong(invalid, reader))
            default: throw error
            }
        }
    }

    /// The fields that are filled in.
    static func typed(_ form: Form, _ names: [String]) -> [String: String] {
        Dictionary(uniqueKeysWithValues: names.compactMap { name in form.text(name).map { (name, $0) } })
    }

    static func wrong(_ invalid: Invalid, _ reader: Reader) -> [Wrong] {
        invalid.fields.map { field in
            switch field.pointer {
            case "/name": Wrong(field: "name", text: reader[.teamNameHint])
            case "/timeZone": Wrong(field: "timeZone", text: reader[.typeZone])
            default: Wrong(field: "description", text: reader[.shortenText])
            }
        }
    }

    /// What a team is for, and the clock of its shifts.
    static func fields(_ typed: [String: String], _ wrong: [Wrong], _ reader: Reader) -> HTML {
        """
        \(reader.field("description", .teamPurpose, wrong, with: "class=\"medium\" maxlength=\"200\" autocomplete=\"off\" value=\"\(typed["description"] ?? "")\""))
        \(reader.field("timeZone", .teamZone, wrong, hint: .teamZoneHint, with: "class=\"medium\" autocomplete=\"off\" spellcheck=\"false\" required value=\"\(typed["timeZone"] ?? "")\""))
        """
    }

    private static func draw(_ page: PageCall, _ typed: [String: String], _ wrong: [Wrong]) async throws -> Response {
        let reader = page.reader
        let rows = try await page.tenancy.teams.onCallNow(by: page.caller).map { view -> HTML in
            let count = view.periods.count { $0.members.isEmpty }
            let state: HTML =
                count == 0
                ? reader.badge("normal", "●", reader[.noGaps])
                : reader.badge("critical", "!", reader[.gapCount, ["count": .number(count)]])
            let members: HTML = "\(reader[.memberCount, ["count": .number(view.members.count)]])"
            return reader.row(
                "/teams/\(view.team.name)", "\(view.team.name)", ["\(view.team.description ?? "")", members], state)
        }
        let list: HTML =
            rows.isEmpty
            ? "<p class=\"lead\">\(reader[.noTeamsYet])</p>"
            : "<section class=\"card\"><ul class=\"list\">\(rows)</ul></section>"
        let content: HTML = """
            \(list)
            \(reader.card(to: "/teams"))
              <h2>\(reader[.newTeam])</h2>
              \(reader.field("name", .teamName, wrong, hint: .teamNameHint, with: "class=\"medium\" maxlength=\"40\" autocapitalize=\"none\" autocomplete=\"off\" spellcheck=\"false\" required value=\"\(typed["name"] ?? "")\""))
              \(fields(typed, wrong, reader))
              <div class="actions"><button>\(reader[.makeTeam])</button></div>
            </form>
            """
        return ManagedPage(title: reader[.teams], wrong: wrong, done: page.done(.teamRemoved)).show(page, content)
    }
}
