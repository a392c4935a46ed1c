import FairKitCore
import FairKitFrame
import FairKitService
import Hummingbird

/// The settings of a clinic, in groups and in words.
enum SettingsPage {
    static func show(_ page: PageCall) async throws -> Response {
        let reader = page.reader
        let settings = try await page.tenancy.accounts.settings(by: page.caller)
        let parts = SettingGroup.allCases.map { group -> HTML in
            let facts = group.fields.map { reader.fact($0.label, $0.words(settings, reader)) }
            let notice: HTML? =
                group == .patients
                ? reader.fact(.setNotice, settings.consentNotice.flatMap { $0.text ?? $0.url }) : nil
            return """
                <section class="card"><h2>\(reader[group.title])</h2><dl class="facts">\(facts)\(notice)</dl>
                <p class="actions">\(reader.button("/settings/\(group.rawValue)", .changeIt, of: reader[group.title]))</p></section>

                """
        }
        return ManagedPage(title: reader[.settings], done: page.done(.ownSaved)).show(
            page, "<p class=\"lead\">\(reader[.settingsLead])</p>\n\(parts)")
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
                wrong.append(Wrong(field: field.id, text: reader[field.hint ?? .ownChooseOne]))
            }
        }
        if group == .patients { wrong += notice(sent, before, page, &texts) }
        guard wrong.isEmpty else { return draw(page, group, now, sent, wrong) }
        _ = try await page.tenancy.accounts.changeSettings(texts, by: page.caller)
        return .seeOther(reader["/settings?done=\(PageText.ownSaved.rawValue)"])
    }

    /// The new privacy notice, if it has changed; what of it is wrong.
    private static func notice(
        _ sent: [String: String], _ before: [String: String], _ page: PageCall, _ texts: inout [String: String]
    ) -> [Wrong] {
        let (text, url) = (sent["notice"] ?? "", sent["noticeURL"] ?? "")
        guard text != before["notice"] || url != before["noticeURL"] else { return [] }
        var faults = Faults()
        ConsentNotice.check(text: text.isEmpty ? nil : text, url: url.isEmpty ? nil : url, &faults)
        let notice = ConsentNotice(
            id: .new(at: page.tenancy.now()), text: text.isEmpty ? nil : text, url: url.isEmpty ? nil : url)
        texts["consent-notice"] = text.isEmpty && url.isEmpty ? "" : notice.stored
        return faults.fields.map { fault in
            let isText = fault.pointer.hasSuffix("text")
            return Wrong(
                field: isText ? "notice" : "noticeURL", text: page.reader[isText ? .noticeRefused : .noticeURLHint])
        }
    }

    private static func read(_ page: PageCall) async throws -> (SettingGroup, TenantSettings) {
        let group = try page.call.parameter("group") { SettingGroup(rawValue: $0) }
        try page.requireProof()
        return (group, try await page.tenancy.accounts.settings(by: page.caller))
    }

    private static func typed(_ group: SettingGroup, _ settings: TenantSettings) -> [String: String] {
        var typed = Dictionary(uniqueKeysWithValues: group.fields.map { ($0.id, $0.typed(settings)) })
        if group == .patients {
            typed["notice"] = settings.consentNotice?.text ?? ""
            typed["noticeURL"] = settings.consentNotice?.url ?? ""
        }
        return typed
    }

    private static func draw(
        _ page: PageCall, _ group: SettingGroup, _ now: TenantSettings, _ sent: [String: String], _ wrong: [Wrong],
        isLate: Bool = false
    ) -> Response {
        let reader = page.reader
        let was = typed(group, now).sorted { $0.key < $1.key }.map { name, value -> HTML in
            "<input type=\"hidden\" name=\"was-\(name)\" value=\"\(value.oneLine)\">"
        }
        let notice: HTML? =
            group != .patients
            ? nil
            : """
            \(reader.longText("notice", .setNotice, sent["notice"], wrong, hint: .setNoticeHint, most: 4000))
            \(reader.field("noticeURL", .noticeURL, wrong, hint: .noticeURLHint, with: "class=\"medium\" autocomplete=\"off\" value=\"\(sent["noticeURL"] ?? "")\""))
            """
        var shown = ManagedPage(title: reader[group.title], back: ("/settings", .settings), wrong: wrong)
        if isLate {
            shown.now = "<dl class=\"facts\">\(group.fields.map { reader.fact($0.label, $0.words(now, reader)) })</dl>"
        }
        return shown.show(
            page,
            """
            <form class="card" method="post" action="\(to: reader["/settings/\(group.rawValue)"])">\(Shell.token(reader))\(was)
              \(group.fields.map { $0.html(sent[$0.id] ?? "", wrong, reader) })\(notice)
              <div class="actions"><button>\(reader[.saveSettings])</button></div></form>
            """)
    }
}

extension String {
    /// The same in one line, as a hidden field carries it: browsers change line feeds there.
    fileprivate var oneLine: String { split { $0.isNewline }.joined(separator: " ") }
}
