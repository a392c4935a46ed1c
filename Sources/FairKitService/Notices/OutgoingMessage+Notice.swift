import FairKitCore

extension OutgoingMessage {
    /// A notice in the words of its reader's language, in the form of its channel.
    ///
    /// - Parameter badge: how many notices the reader has not read.
    init(
        _ notice: Notice, over send: NoticeSend, in language: Language, from sender: DisplayName, badge: Int?
    ) {
        let text = NoticeText(
            notice.kind, notice.facts, language: language, sender: sender, form: send.channel.form(of: notice))
        self.init(
            id: "\(send.id)", title: text.title, body: text.body, link: notice.facts.link,
            isCritical: notice.isCritical, badge: badge, collapseID: notice.alert.map { "\($0)" }, data: nil,
            expiresAt: send.expiresAt)
    }
}

extension ContactKind {
    /// How a notice is shown on this channel. A value stands in a push message about a critical alert, whose text is
    /// that of requirement R3.2, and in mails to staff, who act on it.
    fileprivate func form(of notice: Notice) -> NoticeForm {
        switch self {
        case .email: .mail(showsValues: notice.kind == .alertStaff || notice.kind == .alertPatient)
        case .sms: .sms(showsValues: notice.kind == .alertPatient)
        case .voice: .voice
        case .apns, .fcm, .webPush: .push(preview: notice.kind.priority == .critical)
        case .slack, .teams, .pagerDuty, .http: .chat
        }
    }
}
