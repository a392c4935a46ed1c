import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird

/// Who of a team takes over from whom, and when. An administrator puts a member on call for a while, or ends that again; a
/// member hands a shift of their own over. Times are the team's.
enum OverridePage {
    static func show(_ page: PageCall) async throws -> Response { try await draw(page) }

    static func add(_ page: PageCall, _ form: Form) async throws -> Response {
        let name = try name(page)
        let view = try await page.tenancy.teams.onCall(of: name, at: nil, until: nil, by: page.caller)
        var typed = OverrideForm(form, view, page.reader)
        guard let asked = typed.asked else { return try await draw(page, typed) }
        do {
            _ = try await page.tenancy.teams.addOverride(
                to: name, of: asked.member, replacing: asked.replaced, from: asked.from, until: asked.until,
                note: typed["note"], by: page.caller)
        } catch {
            guard case .invalid(let invalid) = error else { throw error }
            typed.refuse(invalid, page.reader)
            return try await draw(page, typed)
        }
        return done(.overrideAdded, name, page)
    }

    static func remove(_ page: PageCall, _ form: Form) async throws -> Response {
        let name = try name(page)
        guard let id = OnCallOverrideID(form["override"]) else { return try await refuse(.openAgain, page) }
        try await page.tenancy.teams.removeOverride(id, from: name, by: page.caller)
        return done(.overrideRemoved, name, page)
    }

    static func name(_ page: PageCall) throws -> String {
        try page.call.parameter("team") { Team.isName($0) ? $0 : nil }
    }

    static func done(_ text: PageText, _ team: String, _ page: PageCall) -> Response {
        .seeOther(page.reader["/on-call/\(team)?done=\(text.rawValue)"])
    }

    static func refuse(_ text: PageText, _ page: PageCall) async throws -> Response {
        var form = OverrideForm()
        form.wrong = [Wrong(field: "main", text: page.reader[text])]
        return try await draw(page, form)
    }

    static func draw(
        _ page: PageCall, _ form: OverrideForm = OverrideForm(), _ hand: HandOverForm = HandOverForm()
    ) async throws -> Response {
        let (reader, name) = (page.reader, try name(page))
        let view = try await page.tenancy.teams.onCall(of: name, at: nil, until: nil, by: page.caller)
        let overrides = try await page.tenancy.teams.overrides(of: name, by: page.caller)
        let (wrong, shifts) = (form.wrong + hand.wrong, HandOverForm.shifts(view, reader))
        let (mayManage, own) = (reader.may(.manageTeams), reader.own?.account.id)
        let isOnCall = view.periods.contains { period in own.map { period.members.contains($0) } ?? false }
        let content: HTML = """
            \(overrides.isEmpty ? nil : list(overrides, view, reader))
            \(shifts.isEmpty ? nil : hand.html(shifts, view, reader))
            \(mayManage ? form.html(view, reader) : nil)
            \(!mayManage && shifts.isEmpty ? "<p class=\"lead\">\(reader[isOnCall ? .noColleague : .noOwnShift])</p>" : nil)
            """
        return page.show(
            Document(
                title: "\(reader[.onCall]): \(name)", tab: .onCall, refusal: .notSent, wrong: wrong,
                back: (reader["/on-call"], .onCall),
                done: page.done(.overrideAdded, .overrideRemoved, .handedOver, .takenBack), content: content))
    }

    private static func list(_ overrides: [OnCallOverride], _ view: OnCallView, _ reader: Reader) -> HTML {
        let rows = overrides.map { override -> HTML in
            let instead = override.replaces.map { OnCallPage.name($0, of: view) } ?? reader[.allOnShift]
            let zone = view.team.timeZone
            return """
                <li><div><span class="name"><b>\(OnCallPage.name(override.member, of: view))</b>\
                <span>\(reader[.insteadOf, ["name": .text(instead)]])</span>\
                <span>\(reader.moment(override.from, view.zone, zone)) – \(reader.moment(override.until, view.zone, zone))</span>\
                \(override.note.map { "<span>\($0)</span>" as HTML })</span>
                \(end(override, view, reader))</div></li>

                """
        }
        return "<section class=\"card\"><h2>\(reader[.takenOver])</h2><ul class=\"list\">\(rows)</ul></section>"
    }

    /// The button that ends it; nil: the reader may not.
    private static func end(_ override: OnCallOverride, _ view: OnCallView, _ reader: Reader) -> HTML? {
        let (link, text): (Link, PageText)
        if reader.may(.manageTeams) {
            (link, text) = (reader["/on-call/\(view.team.name)/remove"], .endOverride)
        } else if let own = reader.own?.account.id, override.isHandedOver(by: own) {
            (link, text) = (reader["/on-call/\(view.team.name)/take-back"], .takeBack)
        } else {
            return nil
        }
        return """
            <form method="post" action="\(to: link)">\(Shell.token(reader))\
            <input type="hidden" name="override" value="\(override.id.description)">\
            <button class="quiet">\(reader[text])<span class="hide">, \(OnCallPage.name(override.member, of: view))</span></button></form>
            """
    }
}
