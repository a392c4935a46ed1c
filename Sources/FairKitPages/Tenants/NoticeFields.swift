import FairKitCore
import FairKitFrame
import FairKitService

/// What patients read before they agree to something: a notice for each language, and one for readers of the others.
struct NoticeFields {
    private static func id(_ language: Language?, _ part: String) -> String {
        language.map { "\(part)-\($0.rawValue)" } ?? part
    }

    /// As they are typed.
    static func typed(_ settings: TenantSettings) -> [String: String] {
        var typed: [String: String] = [:]
        for language in TenantSettings.noticeLanguages {
            let notice = settings[notice: language]
            (typed[id(language, "notice")], typed[id(language, "noticeURL")]) = (notice?.text ?? "", notice?.url ?? "")
        }
        return typed
    }

    /// The new notices, if they have changed; what of them is wrong.
    static func read(
        _ sent: [String: String], _ before: [String: String], _ page: PageCall, _ texts: inout [String: String]
    ) -> [Wrong] {
        var wrong: [Wrong] = []
        for language in TenantSettings.noticeLanguages {
            let ids = (text: id(language, "notice"), url: id(language, "noticeURL"))
            guard sent[ids.text] != before[ids.text] || sent[ids.url] != before[ids.url] else { continue }
            let notice = notice(sent, language, at: page.tenancy.now())
            var faults = Faults()
            ConsentNotice.check(text: notice.text, url: notice.url, &faults)
            let isEmpty = notice.text == nil && notice.url == nil
            texts[TenantSetting.consentNotice(in: language).name] = isEmpty ? "" : notice.stored
            wrong += faults.fields.map { fault in
                let isText = fault.pointer.hasSuffix("text")
                return Wrong(
                    field: isText ? ids.text : ids.url, text: page.reader[isText ? .noticeRefused : .noticeURLHint])
            }
        }
        return wrong
    }

    private static func notice(_ sent: [String: String], _ language: Language?, at now: Timestamp) -> ConsentNotice {
        func text(_ part: String) -> String? { sent[id(language, part)].flatMap { $0.isEmpty ? nil : $0 } }
        return ConsentNotice(id: .new(at: now), text: text("notice"), url: text("noticeURL"))
    }

    /// What is set, in words.
    static func facts(_ settings: TenantSettings, _ reader: Reader) -> [HTML] {
        TenantSettings.noticeLanguages.map { language in
            let notice = settings[notice: language]
            return
                "<dt>\(name(language, reader))</dt><dd>\(notice.flatMap { $0.text ?? $0.url } ?? reader[.settingNotSet])</dd>\n"
        }
    }

    private static func name(_ language: Language?, _ reader: Reader) -> String {
        language?.ownName ?? reader[.noticeOthers]
    }

    /// - Parameter isPreviewed: whether each notice is shown as patients read it.
    static func html(_ sent: [String: String], _ wrong: [Wrong], isPreviewed: Bool, at now: Timestamp, _ reader: Reader)
        -> [HTML]
    {
        TenantSettings.noticeLanguages.map { language in
            let (text, url) = (id(language, "notice"), id(language, "noticeURL"))
            // Who has no notice in their language reads the one for all others.
            let own = notice(sent, language, at: now)
            let shown = own.says(nil) ? notice(sent, nil, at: now) : own
            return """
                <fieldset><legend><h2>\(name(language, reader))</h2></legend>\
                \("<section class=\"card\"><h3>\(reader[.noticePreview])</h3>\(PrivacyPage.notice(shown))</section>", if: isPreviewed)
                \(reader.longText(text, .setNotice, sent[text], wrong, most: 4000))
                \(reader.field(url, .noticeURL, wrong, hint: .noticeURLHint, with: "class=\"medium\" autocomplete=\"off\" value=\"\(sent[url] ?? "")\""))</fieldset>

                """
        }
    }
}
