/// What stands around notices, in English.
enum English {
    static let frame = FrameWords(
        news: "There is news for you. Open it to read it.",
        urgentNews: "There is urgent news for you. Open it now.",
        mail: "This e-mail is from {sender}.",
        link: "Open this link to read more:",
        unproven:
            "We took this address from your record at {sender}. To see your record, and to choose how messages reach you, ask {sender} for an account. If this message is not meant for you, tell {sender} and delete it.",
        call: "This is a message from {sender}.",
        urgentCall: "This is an urgent message from {sender}.",
        channels: [
            "email": "e-mail", "sms": "text message", "voice": "telephone call", "apns": "app message",
            "fcm": "app message", "web-push": "browser message", "slack": "Slack", "teams": "Teams",
            "pagerduty": "PagerDuty", "http": "web address",
        ])

    static func why(_ audience: NoticeAudience) -> String {
        switch audience {
        case .patient: "You receive it because you have a record there."
        case .staff: "You receive it because you take care of this patient, or because you are on call."
        case .operators: "You receive it because you operate the service, or because you are on call."
        case .account: "You receive it because you have an account there."
        case .reader: "You receive it because articles and invitations are on in your notification settings."
        case .contact: "You receive it because this address was entered as a way to reach an account there."
        }
    }

    static func choice(_ category: NoticeCategory) -> String {
        switch category {
        case .criticalAlert:
            "Critical alerts reach you at any hour. To change how they reach you, sign in and open your notification settings."
        case .testResult, .reminder, .educational:
            "To change what you receive and how, sign in and open your notification settings."
        case .account:
            "Messages about the safety of your account can't be switched off. To change how they reach you, sign in and open your notification settings."
        }
    }
}
