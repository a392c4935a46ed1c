import FairKitCore
import FairKitFrame
import FairKitService

/// The settings of a clinic, in groups and in words.
enum SettingsPage {
    static func show(_ page: PageCall) async throws -> Response {
        let reader = page.reader
        let settings = try await page.tenancy.accounts.settings(by: page.caller)
        let parts = SettingGroup.allCases.map { group -> HTML in
            let logo = group == .clinic ? " \(reader.button("/settings/logo", .logo))" as HTML : nil
            return """
                <section class="card"><h2>\(reader[group.title])</h2><dl class="facts">\(group.facts(settings, reader))</dl>
                <p class="actions">\(reader.button("/settings/\(group.rawValue)", .changeIt, of: reader[group.title]))\(logo)</p></section>

                """
        }
        return ManagedPage(title: reader[.settings], done: page.done(.ownSaved)).show(
            page, "<p class=\"lead\">\(reader[.settingsLead])</p>\n\(parts)\(kept(reader))")
    }

    /// How long things are kept. No setting changes it.
    private static func kept(_ reader: Reader) -> HTML {
        func days(_ time: Duration) -> String {
            reader[.daysLong, ["count": .number(Int(time.components.seconds / 86_400))]]
        }
        let facts: [(PageText, String)] = [
            (.keptRecords, reader[.keptUntilErased]), (.audit, reader[.keptForGood]),
            (.keptErasure, days(RequestedErasure.delay)), (.keptMessages, days(Notice.kept)),
            (.webhookAttempts, days(DeliveryAttempt.kept)), (.keptSessions, days(Session.kept)),
            (.keptInvitations, days(Invitation.kept)), (.keptBackups, reader[.keptByOperator]),
        ]
        return """
            <section class="card"><h2>\(reader[.keptHow])</h2><p class="soft">\(reader[.keptHowLead])</p>
            <dl class="facts">\(facts.map { reader.fact($0.0, $0.1) })</dl></section>
            """
    }
}

/// The change of one group. Some settings decide whom alerts tell, so it takes a proof of identity.
enum SettingGroupPage {
    static func show(_ page: PageCall) async throws -> Response {
        let (group, now) = try await read(page)
        return draw(page, group, now, typed(group, now), [])
    }

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let (group, now) = try await read(page)
        let (reader, before) = (page.reader, typed(group, now))
        let sent = Dictionary(
            uniqueKeysWithValues: before.keys.map { ($0, form[$0].replacing("\r\n", with: "\n").trimmed) })
        if before.contains(where: { form["was-\($0.key)"] != $0.value.oneLine }) {
            return draw(page, group, now, sent, [], isLate: true)
        }
        var (texts, wrong): ([String: String], [Wrong]) = ([:], [])
        for field in group.fields where sent[field.id] != before[field.id] {
            texts[field.name] = field.stored(sent[field.id] ?? "")
            if texts[field.name] == nil {
                let unit = field.unit.map { "\($0.rawValue): " } ?? ""
                wrong.append(Wrong(field: field.id, text: unit + reader[field.hint ?? .ownChooseOne]))
            }
        }
        if group == .notices { wrong += NoticeFields.read(sent, before, page, &texts) }
        if group == .languages { wrong += LanguageFields.read(sent, before, reader, &texts) }
        guard wrong.isEmpty, form["do"] != "preview" else {
            return draw(page, group, now, sent, wrong, isPreviewed: form["do"] == "preview")
        }
        _ = try await page.tenancy.accounts.changeSettings(texts, by: page.caller)
        return .seeOther(reader["/settings?done=\(PageText.ownSaved.rawValue)"])
    }

    private static func read(_ page: PageCall) async throws -> (SettingGroup, TenantSettings) {
        let group = try page.call.parameter("group") { SettingGroup(rawValue: $0) }
        try page.requireProof()
        return (group, try await page.tenancy.accounts.settings(by: page.caller))
    }

    private static func typed(_ group: SettingGroup, _ settings: TenantSettings) -> [String: String] {
        if group == .notices { return NoticeFields.typed(settings) }
        if group == .languages { return LanguageFields.typed(settings) }
        return Dictionary(uniqueKeysWithValues: group.fields.map { ($0.id, $0.typed(settings)) })
    }

    private static func draw(
        _ page: PageCall, _ group: SettingGroup, _ now: TenantSettings, _ sent: [String: String], _ wrong: [Wrong],
        isLate: Bool = false, isPreviewed: Bool = false
    ) -> Response {
        let reader = page.reader
        let was = typed(group, now).sorted { $0.key < $1.key }.map { name, value -> HTML in
            "<input type=\"hidden\" name=\"was-\(name)\" value=\"\(value.oneLine)\">"
        }
        let notices = NoticeFields.html(sent, wrong, isPreviewed: isPreviewed, at: page.tenancy.now(), reader)
        let isNotice = group == .notices
        var shown = ManagedPage(title: reader[group.title], back: ("/settings", .settings), wrong: wrong)
        if isLate { shown.now = "<dl class=\"facts\">\(group.facts(now, reader))</dl>" }
        let content: HTML = """
            \(reader.card(to: "/settings/\(group.rawValue)"))\(was)
              \(group.html(sent, wrong, reader))\(isNotice ? "<p class=\"hint\">\(reader[.setNoticeHint])</p>\(notices)" as HTML : nil)\
            \(group == .languages ? LanguageFields.html(sent, wrong, reader) : nil)
              <div class="actions"><button>\(reader[.saveSettings])</button>\
            \(isNotice ? "<button class=\"quiet\" name=\"do\" value=\"preview\">\(reader[.noticeShow])</button>" as HTML : nil)</div></form>
            """
        return shown.show(page, content)
    }
}

extension String {
    /// The same in one line, as a hidden field carries it: browsers change line feeds there.
    fileprivate var oneLine: String { split { $0.isNewline }.joined(separator: " ") }
}
