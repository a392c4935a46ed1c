import FairKitCore

extension OutgoingMessage {
    /// A notice in the words of its reader's language, in the form of its channel.
    ///
    /// - Parameters:
    ///   - form: how the notice is shown on the channel.
    ///   - badge: how many notices the reader has not read.
    ///   - page: the page that it opens, if the notice has none.
    init(
        _ notice: Notice, over send: NoticeSend, as form: NoticeForm, in language: Language, from sender: DisplayName,
        badge: Int?, opening page: String? = nil
    ) {
        var facts = notice.facts
        facts.link = facts.link ?? page
        let text = NoticeText(notice.kind, facts, language: language, sender: sender, form: form)
        // The text of an SMS has the link, and neither an SMS nor a call has a title.
        let isSMS = if case .sms = form { true } else { false }
        self.init(
            id: "\(send.id)", sender: sender.text, title: isSMS || form == .voice ? "" : text.title, body: text.body,
            link: isSMS ? nil : facts.link,
            lane: send.lane, badge: badge, collapseID: facts.thread ?? notice.alert.map { "\($0)" },
            incident: notice.kind.endsAlert ? nil : notice.alert.map { "\($0)" },
            ends: facts.ends ?? [],
            data: notice.pushData(showsValues: form == .push(preview: true)), expiresAt: send.expiresAt)
    }
}

extension Notice {
    /// The JSON by which an app opens the right page, and marks the notice as read: ids and words of the API, and for a
    /// critical alert the members of requirement R3.2.
    ///
    /// - Parameter showsValues: whether the message shows its values. Otherwise its data has none, either.
    fileprivate func pushData(showsValues: Bool) -> [UInt8] {
        var members = [
            text("noticeId", "\(id)"), text("category", kind.category.rawValue), text("kind", kind.rawValue),
        ]
        if let alert { members.append(text("alertId", "\(alert)")) }
        if let news = facts.news { members.append(text("newsId", "\(news)")) }
        if let result = facts.resultID, isCriticalHigh {
            let data =
                [text("testId", result)] + (showsValues ? values : [])
                + (facts.raisedAt.map { [text("timestamp", $0)] } ?? [])
            members += [
                text("type", "critical_alert"), text("priority", "high"), text("sound", "critical_alert.wav"),
                "\"data\":{\(data.joined(separator: ","))}",
            ]
        }
        return Array("{\(members.joined(separator: ","))}".utf8)
    }

    /// Whether it tells of a critically high level. Corrections are told in other words.
    private var isCriticalHigh: Bool { (kind == .alertPatient || kind == .alertStaff) && facts.times != nil }

    /// The level and its range, in the reported unit.
    private var values: [String] {
        guard let level = facts.level else { return [] }
        let comparator = level.number.prefix { "<>=".contains($0) }
        var values = ["\"aatLevel\":\(level.number.dropFirst(comparator.count))", text("unit", level.unit)]
        if !comparator.isEmpty { values.append(text("comparator", String(comparator))) }
        if let range = facts.range { values.append(text("normalRange", range)) }
        return values
    }

    /// A member of JSON whose value is a text of FairKit's own: an id, a word, a unit.
    private func text(_ name: String, _ value: String) -> String { "\"\(name)\":\"\(value)\"" }
}
