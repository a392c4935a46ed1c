import FairKitCore
import FairKitFrame
import FairKitService
import HTTPTypes

/// What a person is told, by which way, when, and how much of it a locked screen shows.
enum NoticeSettingsPage {
    private typealias Channel = NoticePreferences.Channel

    static func show(_ page: PageCall) async throws -> Response {
        let chosen = try await page.tenancy.preferences.show(by: page.caller).chosen
        let hours = chosen.quietHours.map { (clock($0.from), clock($0.to)) } ?? ("", "")
        return draw(page, chosen, from: hours.0, to: hours.1, [])
    }

    static func take(_ page: PageCall, _ form: Form) async throws -> Response {
        let reader = page.reader
        var chosen = try await page.tenancy.preferences.show(by: page.caller).chosen
        let (from, to) = (form.text("from"), form.text("to"))
        var wrong: [Wrong] = []
        // A form without any box that is ticked is one that did not arrive whole.
        if form["critical"] != "email" { wrong.append(Wrong(field: "boxes", text: reader[.ownCriticalByEmail])) }
        for category in NoticePreferences.categories {
            for channel in Channel.allCases where !isFixed(category, channel) {
                chosen.set(category, by: channel, form[name(category, channel)] == "on")
            }
        }
        for (name, path) in switches { chosen[keyPath: path] = form[name] == "on" }
        chosen.quietHours = nil
        for (field, text) in [("from", from), ("to", to)] where (from != nil || to != nil) && minute(text) == nil {
            wrong.append(Wrong(field: field, text: reader[.ownTypeTime]))
        }
        if let from = minute(from), let to = minute(to) {
            chosen.quietHours = QuietHours(from: from, to: to)
            if from == to { wrong.append(Wrong(field: "to", text: reader[.ownTimesSame])) }
        }
        guard wrong.isEmpty else { return draw(page, chosen, from: form["from"], to: form["to"], wrong) }
        _ = try await page.tenancy.preferences.set(chosen, found: Faults(), by: page.caller)
        return .seeOther(reader["/profile/notices?done=\(PageText.ownSaved.rawValue)"])
    }

    private static func isFixed(_ category: NoticeCategory, _ channel: Channel) -> Bool {
        category == .criticalAlert && channel == .email
    }

    private static func name(_ category: NoticeCategory, _ channel: Channel) -> String {
        "\(category.rawValue.lowercased())-\(channel.rawValue)"
    }

    private static var switches: [(String, WritableKeyPath<NoticePreferences, Bool>)] {
        [
            ("showsCriticalText", \.showsCriticalText), ("showsValues", \.showsValues),
            ("alwaysSMS", \.alwaysSMSForCritical), ("emailInstead", \.emailInsteadOfPush),
        ]
    }

    private static func draw(
        _ page: PageCall, _ chosen: NoticePreferences, from: String, to: String, _ wrong: [Wrong]
    ) -> Response {
        let reader = page.reader
        func box(_ name: String, _ isOn: Bool, _ text: String) -> HTML {
            """
            <label class="choice"><input type="checkbox" name="\(name)" value="on"\
            \(isOn ? " checked" as HTML : nil)> <span>\(text)</span></label>

            """
        }
        func time(_ name: String, _ label: PageText, _ value: String) -> HTML {
            reader.field(
                name, label, wrong,
                with: "class=\"short\" value=\"\(value)\" inputmode=\"numeric\" autocomplete=\"off\"")
        }
        let ways = NoticePreferences.categories.map { category -> HTML in
            let boxes = Channel.allCases.filter { !isFixed(category, $0) }.map {
                box(name(category, $0), chosen.isOn(category, by: $0), reader[$0.ownText])
            }
            return """
                <fieldset id="\(category == .criticalAlert ? "boxes" : category.rawValue)"><legend>\(reader[category.ownText])</legend>
                \(category == .criticalAlert ? "<p class=\"hint\">\(reader[.ownCriticalByEmail])</p>" as HTML : nil)
                \(boxes)</fieldset>
                """
        }
        let texts: [PageText] = [.ownShowCritical, .ownShowValues, .ownAlwaysSMS, .ownEmailInstead]
        let boxes = zip(switches, texts).map { box($0.0, chosen[keyPath: $0.1], reader[$1]) }
        let content: HTML = """
            \(reader.card(to: "/profile/notices"))<input type="hidden" name="critical" value="email">
              \(ways)
              <fieldset class="field"><legend>\(reader[.ownQuietHours])</legend><p class="hint">\(reader[.ownQuietHoursHint])</p>
              <div class="parts">\(time("from", .ownQuietFrom, from))\(time("to", .ownQuietTo, to))</div></fieldset>
              <fieldset><legend>\(reader[.ownMoreChoices])</legend>\(boxes)</fieldset>
              <button>\(reader[.ownSave])</button>
            </form>
            \(reader.links([("/profile/test", .ownTest, reader[.ownTestWhy])]))
            """
        return OwnPage(title: .ownNotices, said: [.ownSaved], wrong: wrong).show(page, content)
    }

    private static func clock(_ minute: Int) -> String {
        [minute / 60, minute % 60].map { ($0 < 10 ? "0" : "") + "\($0)" }.joined(separator: ":")
    }

    /// Minutes since midnight of a time such as `22:00` or `7.30`; nil: it is none.
    private static func minute(_ text: String?) -> Int? {
        let parts = (text ?? "").split(whereSeparator: { ":.h ".contains($0) }).map { Int($0) }
        guard parts.count == 2, let hour = parts[0], let minute = parts[1], (0...23).contains(hour),
            (0...59).contains(minute)
        else { return nil }
        return hour * 60 + minute
    }
}

extension NoticePreferences.Channel {
    fileprivate var ownText: PageText {
        switch self {
        case .email: .ownByEmail
        case .push: .ownByPush
        case .sms: .ownBySMS
        case .voice: .ownByVoice
        }
    }
}

extension NoticeCategory {
    fileprivate var ownText: PageText {
        switch self {
        case .criticalAlert: .ownAboutCritical
        case .testResult: .ownAboutResults
        case .reminder: .ownAboutReminders
        case .educational, .account: .ownAboutArticles
        }
    }
}
