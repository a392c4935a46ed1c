import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes
import Hummingbird

/// Where an administrator puts a member of a team on call for a while, or ends that again. Times are the team's.
enum OverridePage {
    private static let fields = ["member", "replaces", "fromDay", "fromTime", "untilDay", "untilTime", "note"]

    static func show(_ page: PageCall) async throws -> Response { try await draw(page, [:], []) }

    static func add(_ page: PageCall, _ form: Form) async throws -> Response {
        let (reader, name) = (page.reader, try OverridePage.name(page))
        var typed: [String: String] = [:]
        for field in fields { typed[field] = form.text(field) }
        let view = try await page.tenancy.teams.onCall(of: name, at: nil, until: nil, by: page.caller)
        var wrong: [Wrong] = []
        let member = typed["member"].flatMap { AccountID($0) }
        if member == nil { wrong.append(Wrong(field: "member", text: reader[.chooseMember])) }
        let until = time(typed["untilDay"], typed["untilTime"], view)
        if until == nil { wrong.append(Wrong(field: "untilDay", text: reader[.typeUntil])) }
        let from = time(typed["fromDay"], typed["fromTime"], view)
        if from == nil, typed["fromDay"] != nil || typed["fromTime"] != nil {
            wrong.append(Wrong(field: "fromDay", text: reader[.typeFrom]))
        }
        guard let member, let until, wrong.isEmpty else { return try await draw(page, typed, wrong) }
        do {
            _ = try await page.tenancy.teams.addOverride(
                to: name, of: member, replacing: typed["replaces"].flatMap { AccountID($0) }, from: from, until: until,
                note: typed["note"], by: page.caller)
        } catch {
            guard case .invalid(let invalid) = error else { throw error }
            return try await draw(page, typed, refused(invalid, reader))
        }
        return .seeOther(reader["/on-call/\(name)?done=added"])
    }

    private static func refused(_ invalid: Invalid, _ reader: Reader) -> [Wrong] {
        let fields = ["/until": "untilDay", "/accountId": "member", "/replaces": "replaces", "/note": "note"]
        return invalid.fields.map { field in
            let id = fields[field.pointer] ?? "member"
            return Wrong(field: id, text: reader[id == "untilDay" ? .untilTooEarly : .overrideRefused])
        }
    }

    static func remove(_ page: PageCall, _ form: Form) async throws -> Response {
        let name = try OverridePage.name(page)
        guard let id = OnCallOverrideID(form["override"]) else {
            return try await draw(page, [:], [Wrong(field: "main", text: page.reader[.openAgain])])
        }
        try await page.tenancy.teams.removeOverride(id, from: name, by: page.caller)
        return .seeOther(page.reader["/on-call/\(name)?done=removed"])
    }

    private static func name(_ page: PageCall) throws -> String {
        try page.call.parameter("team") { Team.isName($0) ? $0 : nil }
    }

    /// A time on the team's clock; nil: a part is missing or malformed.
    private static func time(_ day: String?, _ time: String?, _ view: OnCallView) -> Timestamp? {
        guard let day = day.flatMap({ CalendarDate($0) }), let time = time.flatMap({ LocalTime($0) }) else {
            return nil
        }
        return view.zone?.time(of: day, time)
    }

    private static func draw(_ page: PageCall, _ typed: [String: String], _ wrong: [Wrong]) async throws -> Response {
        let (reader, name) = (page.reader, try OverridePage.name(page))
        let view = try await page.tenancy.teams.onCall(of: name, at: nil, until: nil, by: page.caller)
        let overrides = try await page.tenancy.teams.overrides(of: name, by: page.caller)
        let done: PageText? =
            switch page.request.uri.queryParameters["done"] {
            case "added": .overrideAdded
            case "removed": .overrideRemoved
            default: nil
            }
        let content: HTML = """
            \(done.map { "<p class=\"banner ok\" tabindex=\"-1\">\(reader[$0])</p>" as HTML })
            \(overrides.isEmpty ? nil : list(overrides, view, reader))
            \(form(typed, wrong, view, reader))
            """
        let isRefused = !wrong.isEmpty
        return page.show(
            Document(
                title: "\(reader[.onCall]): \(name)", tab: .onCall, status: isRefused ? .unprocessableContent : .ok,
                isRefused: isRefused,
                above: """
                    <a class="back" href="\(to: reader["/on-call"])">\(reader[.onCall])</a>
                    \(isRefused ? reader.summary(.notSent, wrong) : nil)
                    """, content: content))
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
                <form method="post" action="\(to: reader["/on-call/\(view.team.name)/remove"])">\(Shell.token(reader))\
                <input type="hidden" name="override" value="\(override.id.description)">\
                <button class="quiet">\(reader[.endOverride])<span class="hide">, \(OnCallPage.name(override.member, of: view))</span></button></form></div></li>

                """
        }
        return "<section class=\"card\"><h2>\(reader[.takenOver])</h2><ul class=\"list\">\(rows)</ul></section>"
    }

    private static func form(_ typed: [String: String], _ wrong: [Wrong], _ view: OnCallView, _ reader: Reader) -> HTML
    {
        """
        <form class="card" method="post" action="\(to: reader["/on-call/\(view.team.name)"])">
          \(Shell.token(reader))
          <h2>\(reader[.putOnCall])</h2>
          <p class="hint">\(reader[.zoneNote, ["zone": .text(view.team.timeZone)]])</p>
          \(choice("member", .whoTakesOver, .choose, view, typed, wrong, reader))
          \(choice("replaces", .insteadOfWhom, .allOnShift, view, typed, wrong, reader))
          <div class="with">\(input("fromDay", .fromDay, "type=\"date\"", typed, wrong, reader))\
        \(input("fromTime", .fromClock, "type=\"time\"", typed, wrong, reader))</div>
          <div class="with">\(input("untilDay", .untilDay, "type=\"date\" required", typed, wrong, reader))\
        \(input("untilTime", .untilClock, "type=\"time\" required", typed, wrong, reader))</div>
          \(input("note", .note, "maxlength=\"200\"", typed, wrong, reader))
          <div class="actions"><button>\(reader[.putOnCall])</button></div>
        </form>
        """
    }

    private static func input(
        _ name: String, _ label: PageText, _ attributes: HTML, _ typed: [String: String], _ wrong: [Wrong],
        _ reader: Reader
    ) -> HTML {
        reader.field(name, label, wrong, with: "class=\"medium\" \(attributes) value=\"\(typed[name] ?? "")\"")
    }

    private static func choice(
        _ name: String, _ label: PageText, _ none: PageText, _ view: OnCallView, _ typed: [String: String],
        _ wrong: [Wrong], _ reader: Reader
    ) -> HTML {
        let options = view.members.map { member -> HTML in
            let (id, mark) = (member.account.description, typed[name] == member.account.description)
            return "<option value=\"\(id)\"\(mark ? " selected" as HTML : nil)>\(member.nameInMails)</option>"
        }
        let bad = wrong.first { $0.field == name }
        return """
            <div class="field\(bad == nil ? "" : " bad")"><label for="\(name)">\(reader[label])</label>\
            \(bad.map { "<p class=\"wrong\" id=\"\(name)-wrong\">\($0.text)</p>" as HTML })\
            <select class="medium" id="\(name)" name="\(name)"\(bad == nil ? nil : " aria-invalid=\"true\" aria-describedby=\"\(name)-wrong\"" as HTML)>\
            <option value="">\(reader[none])</option>\(options)</select></div>
            """
    }
}
