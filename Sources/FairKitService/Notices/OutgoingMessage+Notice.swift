import FairKitCore

extension OutgoingMessage {
    /// A notice in the words of its reader's language, in the form of its channel.
    ///
    /// - Parameters:
    ///   - form: how the notice is shown on the channel.
    ///   - badge: how many notices the reader has not read.
    ///   - page: what it opens, if the notice has no page.
    init(
        _ notice: Notice, over send: NoticeSend, as form: NoticeForm, in language: Language, from sender: DisplayName,
        badge: Int?, opening page: String? = nil
    ) {
        var facts = notice.facts
        facts.link = facts.link ?? page
        let text = NoticeText(notice.kind, facts, language: language, sender: sender, form: form)
        self.init(
            id: "\(send.id)", title: text.title, body: text.body, link: facts.link,
            isCritical: notice.isCritical, badge: badge, collapseID: notice.alert.map { "\($0)" },
            data: notice.pushData,
            expiresAt: send.expiresAt)
    }
}

extension Notice {
    /// The JSON by which an app opens the right page, and marks the notice as read: ids and words of the API, no value.
    fileprivate var pushData: [UInt8] {
        let alert = alert.map { ",\"alertId\":\"\($0)\"" } ?? ""
        let news = facts.news.map { ",\"newsId\":\"\($0)\"" } ?? ""
        return Array(
            "{\"noticeId\":\"\(id)\",\"category\":\"\(kind.category.rawValue)\",\"kind\":\"\(kind.rawValue)\"\(alert)\(news)}"
                .utf8)
    }
}
