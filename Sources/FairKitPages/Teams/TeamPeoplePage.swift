import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird

/// Whom a team reaches: its members, its own addresses and its clock, or its end. Each decides whom alerts tell, so the page
/// takes a proof of identity.
enum TeamPeoplePage {
    static func show(_ page: PageCall) async throws -> Response { try await draw(page, [:], []) }

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        try page.requireProof()
        let (reader, name, teams) = (page.reader, try OverridePage.name(page), page.tenancy.teams)
        let typed = TeamsPage.typed(form, ["email", "kind", "address", "description", "timeZone", "version"])
        func refuse(_ field: String, _ text: PageText) async throws -> Response {
            try await draw(page, typed, [Wrong(field: field, text: reader[text])])
        }
        do {
            switch form["do"] {
            case "add":
                guard let email = MailAddress(typed: typed["email"] ?? "") else {
                    return try await refuse("email", .wrongAddressForm)
                }
                _ = try await teams.add(.email(email), to: name, by: page.caller)
            case "contact":
                let kind = ContactKind.ofTeams.first { $0.rawValue == typed["kind"] }
                guard let kind else { return try await refuse("kind", .ownChooseOne) }
                _ = try await teams.addContact(kind, typed["address"] ?? "", to: name, by: page.caller)
            case "change":
                guard let version = form.version else { return try await refuse("main", .openAgain) }
                _ = try await teams.change(name, expectedVersions: [version], by: page.caller) { team in
                    (team.description, team.timeZone) = (typed["description"], typed["timeZone"] ?? "")
                }
            case "delete":
                try await teams.remove(name, by: page.caller)
                return .seeOther(reader["/teams?done=\(PageText.teamRemoved.rawValue)"])
            case "":
                if let member = AccountID(form["member"]) {
                    _ = try await teams.remove(member, from: name, by: page.caller)
                } else if let contact = ContactPointID(form["contact"]) {
                    try await teams.removeContact(contact, of: name, by: page.caller)
                } else {
                    return try await refuse("main", .openAgain)
                }
            default: return try await refuse("main", .openAgain)
            }
        } catch let failure as Refusal<TeamFailure> {
            switch failure {
            case .own(.isUsed): return try await refuse("main", .teamUsed)
            case .own(.changed): return try await draw(page, typed, [], isLate: true)
            case .invalid(let invalid): return try await draw(page, typed, TeamsPage.wrong(invalid, reader))
            default: throw failure
            }
        } catch let failure as Refusal<TeamContactFailure> {
            switch failure {
            case .own(.full): return try await refuse("address", .ownContactsFull)
            case .invalid: return try await refuse("address", .teamAddressRefused)
            default: throw failure
            }
        } catch let failure as Refusal<Never> {
            guard case .invalid = failure else { throw failure }
            return try await refuse("email", .memberRefused)
        }
        return .seeOther(reader["/teams/\(name)?done=\(PageText.teamChanged.rawValue)"])
    }

    private static func draw(
        _ page: PageCall, _ typed: [String: String], _ wrong: [Wrong], isLate: Bool = false
    ) async throws -> Response {
        let (reader, name) = (page.reader, try OverridePage.name(page))
        let view = try await page.tenancy.teams.show(name, by: page.caller)
        try page.requireProof()
        let contacts = try await page.tenancy.teams.contacts(of: name, by: page.caller)
        let link = reader["/teams/\(name)/people"]
        func end(_ field: String, _ id: String, _ title: String, _ about: String) -> HTML {
            """
            <li><div><span class="name"><b>\(title)</b><span>\(about)</span></span>\
            <form method="post" action="\(to: link)">\(Shell.token(reader))<button class="quiet" name="\(field)" value="\(id)">\
            \(reader[.teamTakeAway])<span class="hide">, \(title)</span></button></form></div></li>

            """
        }
        let members = view.members.map { end("member", "\($0.account)", $0.nameInMails, reader[$0.role.ownText]) }
        let ways = contacts.map { way in
            end("contact", way.contact.id.description, way.contact.maskedAddress, reader.words(of: way.contact.kind))
        }
        let served = page.tenancy.devices.channels
        let kinds = ContactKind.ofTeams.filter { $0 == .email || served.contains($0) }
            .map { ($0.rawValue, reader.words(of: $0)) }
        var now = ["timeZone": view.team.timeZone]
        now["description"] = view.team.description
        let isTyped = typed["timeZone"] != nil
        let version = isLate ? view.team.version : Int(typed["version"] ?? "") ?? view.team.version
        var shown = ManagedPage(
            title: "\(reader[.teamMembers]): \(name)", back: ("/teams/\(name)", .teamWord), wrong: wrong)
        if isLate { shown.now = "<p>\(view.team.description ?? ""), \(view.team.timeZone)</p>" }
        let content: HTML = """
            <p class="lead">\(reader[.teamPeopleLead])</p>
            <section class="card"><h2>\(reader[.teamMembers])</h2><ul class="list">\(members)</ul></section>
            \(reader.card(to: link))
              \(reader.field("email", .memberEmail, wrong, hint: .memberHint, with: "class=\"medium\" type=\"email\" autocomplete=\"off\" required value=\"\(typed["email"] ?? "")\""))
              <button name="do" value="add">\(reader[.addMember])</button></form>
            <section class="card"><h2>\(reader[.teamContacts])</h2><p class="hint">\(reader[.teamContactsWhy])</p><ul class="list">\(ways)</ul></section>
            \(reader.card(to: link))
              \(reader.choice("kind", .ownContactKind, .choose, among: kinds, typed["kind"], wrong))
              \(reader.field("address", .ownContactAddress, wrong, with: "class=\"medium\" autocomplete=\"off\" autocapitalize=\"none\" spellcheck=\"false\" required value=\"\(typed["address"] ?? "")\""))
              <button name="do" value="contact">\(reader[.ownAddContact])</button></form>
            \(reader.card(to: link))\(reader.version(version))
              \(TeamsPage.fields(isTyped ? typed : now, wrong, reader))
              <button name="do" value="change">\(reader[.saveTeam])</button></form>
            <form method="post" action="\(to: link)">\(Shell.token(reader))
              <p class="hint">\(reader[.deleteTeamWhy])</p><button class="danger quiet" name="do" value="delete">\(reader[.deleteTeam])</button></form>
            """
        return shown.show(page, content)
    }
}
