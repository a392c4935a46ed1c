import FairKitCore
import FairKitFrame
import FairKitService

/// One team: when no one is on call, its shifts, its members, and the addresses of its own with a test of each.
enum TeamPage {
    static func show(_ page: PageCall) async throws -> Response { try await draw(page, ShiftForm()) }

    /// Adds a shift, or ends one.
    static func shifts(_ page: PageCall, _ form: Form) async throws -> Response {
        let (reader, name) = (page.reader, try OverridePage.name(page))
        var typed = ShiftForm(form)
        let before = try await page.tenancy.teams.shifts(of: name, by: page.caller)
        guard let version = form.version else { return try await draw(page, typed.refused("main", .openAgain, reader)) }
        guard version == before.version else { return try await draw(page, typed, isLate: true) }
        let removed = Int(form["remove"])
        guard removed != nil || typed.check(reader) else { return try await draw(page, typed) }
        let added = typed
        do {
            _ = try await page.tenancy.teams.setShifts(of: name, expectedVersions: [version], by: page.caller) {
                today, _ in
                guard let removed else { return before.shifts + [added.shift(today)].compactMap(\.self) }
                return before.shifts.enumerated().filter { $0.offset != removed }.map(\.element)
            }
        } catch {
            switch error {
            case .own(.changed): return try await draw(page, typed, isLate: true)
            case .invalid: return try await draw(page, typed.refused("start", .shiftRefused, reader))
            default: throw error
            }
        }
        let done: PageText = removed == nil ? .shiftAdded : .shiftRemoved
        return .seeOther(reader["/teams/\(name)?done=\(done.rawValue)"])
    }

    /// Sends a test message to an address of the team.
    static func test(_ page: PageCall, _ form: Form) async throws -> Response {
        let (reader, name) = (page.reader, try OverridePage.name(page))
        guard let id = ContactPointID(form["contact"]) else {
            return try await draw(page, ShiftForm().refused("main", .openAgain, reader))
        }
        _ = try await page.tenancy.teams.testContact(id, of: name, by: page.caller)
        return .seeOther(reader["/teams/\(name)?done=\(PageText.teamTested.rawValue)"])
    }

    private static func draw(_ page: PageCall, _ form: ShiftForm, isLate: Bool = false) async throws -> Response {
        let (reader, name) = (page.reader, try OverridePage.name(page))
        let view = try await page.tenancy.teams.onCall(of: name, at: nil, until: nil, by: page.caller)
        let shifts = try await page.tenancy.teams.shifts(of: name, by: page.caller)
        let contacts = try await page.tenancy.teams.contacts(of: name, by: page.caller)
        let rows = shifts.shifts.enumerated().map { row($0, $1, shifts.version, view, reader) }
        var shown = ManagedPage(
            title: "\(reader[.teamWord]): \(name)", back: ("/teams", .teams), wrong: form.wrong,
            done: page.done(.teamMade, .shiftAdded, .shiftRemoved, .teamTested, .teamChanged))
        if isLate { shown.now = "<ul>\(shifts.shifts.map { "<li>\(words($0, view, reader))</li>" as HTML })</ul>" }
        let members = view.members.map(\.nameInMails).joined(separator: ", ")
        let content: HTML = """
            \(view.team.description.map { "<p class=\"lead\">\($0)</p>" as HTML })
            \(gaps(view, reader))
            <section class="card"><h2>\(reader[.teamMembers])</h2><p>\(members.isEmpty ? reader[.noMembers] : members)</p>
            <p class="actions">\(reader.button("/teams/\(name)/people", .changeMembers))\(reader.button("/on-call/\(name)", .changeOnCall))</p></section>
            <section class="card"><h2>\(reader[.teamShifts])</h2>
            \(rows.isEmpty ? "<p>\(reader[.noShifts])</p>" as HTML : "<ul class=\"list\">\(rows)</ul>" as HTML)</section>
            \(view.members.isEmpty ? nil : form.html(view, shifts.version, reader))
            \(contacts.isEmpty ? nil : tests(contacts, name, reader))
            """
        return shown.show(page, content)
    }

    private static func gaps(_ view: OnCallView, _ reader: Reader) -> HTML {
        let gaps = view.periods.filter(\.members.isEmpty)
        let rows = gaps.prefix(10).map { gap -> HTML in
            let (from, until) = (gap.from, gap.until)
            let start = from <= view.at ? "\(reader[.nowWord])" : reader.moment(from, view.zone, view.team.timeZone)
            let end =
                until >= view.until ? "\(reader[.openEnd])" : reader.moment(until, view.zone, view.team.timeZone)
            return "<li>\(start) – \(end)</li>"
        }
        return gaps.isEmpty
            ? "<section class=\"card\"><h2>\(reader[.onCallGaps])</h2><p>\(reader[.noGapsWhy])</p></section>"
            : """
            <section class="card"><h2>\(reader[.onCallGaps])</h2>\
            <p>\(reader.badge("critical", "!", reader[.noOneOnCall]))</p><ul>\(rows)</ul><p class="hint">\(reader[.gapsWhy])</p></section>
            """
    }

    private static func row(
        _ place: Int, _ shift: Shift, _ version: Int, _ view: OnCallView, _ reader: Reader
    ) -> HTML {
        """
        <li><div><span class="name"><b>\(OnCallPage.name(shift.member, of: view))</b><span>\(ShiftForm.words(shift.times, reader))</span></span>\
        <form method="post" action="\(to: reader["/teams/\(view.team.name)/shifts"])">\(Shell.token(reader))\(reader.version(version))\
        <button class="quiet" name="remove" value="\(place)">\(reader[.removeShift])<span class="hide">, \(words(shift, view, reader))</span></button></form></div></li>

        """
    }

    private static func words(_ shift: Shift, _ view: OnCallView, _ reader: Reader) -> String {
        "\(OnCallPage.name(shift.member, of: view)): \(ShiftForm.words(shift.times, reader))"
    }

    private static func tests(_ contacts: [TeamContact], _ name: String, _ reader: Reader) -> HTML {
        let rows = contacts.map { contact -> HTML in
            let send = contact.lastSend
            return """
                <li><div><span class="name"><b>\(contact.contact.maskedAddress)</b><span>\(reader.words(of: contact.contact.kind))</span>\
                \(send?.lastError.map { "<span>\(reader[.ownTestRefused, ["reason": .text($0)]])</span>" as HTML })</span>\
                \(send.map { TestMessagePage.badge($0.state, reader) })\
                <form method="post" action="\(to: reader["/teams/\(name)/test"])">\(Shell.token(reader))\
                <button class="quiet" name="contact" value="\(contact.contact.id.description)">\(reader[.teamSendTest])\
                <span class="hide">, \(contact.contact.maskedAddress)</span></button></form></div></li>

                """
        }
        return "<section class=\"card\"><h2>\(reader[.teamContacts])</h2><ul class=\"list\">\(rows)</ul></section>"
    }
}

extension Reader {
    /// What a way to a team is called. Products have their own names.
    func words(of kind: ContactKind) -> String {
        switch kind {
        case .email: self[.ownByEmail]
        case .sms: self[.ownBySMS]
        case .voice: self[.ownByVoice]
        case .slack: "Slack"
        case .teams: "Microsoft Teams"
        case .pagerDuty: "PagerDuty"
        case .http, .apns, .fcm, .webPush: self[.byGateway]
        }
    }
}
