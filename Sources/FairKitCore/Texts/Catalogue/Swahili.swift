/// What stands around notices, in Swahili. Times have no "saa" before them, because Swahili counts hours from sunrise.
enum Swahili {
    static let frame = FrameWords(
        news: "Kuna taarifa mpya kwako. Ifungue uisome.",
        urgentNews: "Kuna taarifa ya dharura kwako. Ifungue sasa.",
        mail: "Barua pepe hii imetoka kwa {sender}.",
        link: "Fungua kiungo hiki ili kusoma zaidi:",
        unproven:
            "Tulipata anwani hii kwenye rekodi yako ya {sender}. Ili kuona rekodi yako na kuchagua jinsi ujumbe unavyokufikia, omba akaunti kutoka kwa {sender}. Ikiwa ujumbe huu si wako, ijulishe {sender} na uufute.",
        call: "Huu ni ujumbe kutoka kwa {sender}.",
        urgentCall: "Huu ni ujumbe wa dharura kutoka kwa {sender}.",
        channels: [
            "email": "barua pepe", "sms": "SMS", "voice": "simu", "apns": "ujumbe wa programu",
            "fcm": "ujumbe wa programu", "web-push": "ujumbe wa kivinjari", "slack": "Slack", "teams": "Teams",
            "pagerduty": "PagerDuty", "http": "anwani ya wavuti",
        ])

    static func why(_ audience: NoticeAudience) -> String {
        switch audience {
        case .patient: "Umeipokea kwa sababu una rekodi ya afya huko."
        case .staff: "Umeipokea kwa sababu unamhudumia mgonjwa huyu, au kwa sababu uko zamu."
        case .operators: "Umeipokea kwa sababu unaendesha huduma hii, au kwa sababu uko zamu."
        case .account: "Umeipokea kwa sababu una akaunti huko."
        case .reader: "Umeipokea kwa sababu makala na mialiko yamewashwa kwenye mipangilio yako ya arifa."
        case .contact: "Umeipokea kwa sababu anwani hii iliandikwa kuwa njia ya kuwasiliana na mwenye akaunti."
        }
    }

    static func choice(_ category: NoticeCategory) -> String {
        switch category {
        case .criticalAlert:
            "Tahadhari za dharura hufika wakati wowote. Ili kubadilisha jinsi unavyozipokea, ingia kwenye akaunti yako kisha fungua mipangilio ya taarifa."
        case .testResult, .reminder, .educational:
            "Ili kubadilisha unachopokea na jinsi unavyokipokea, ingia kwenye akaunti yako kisha fungua mipangilio ya taarifa."
        case .account:
            "Ujumbe kuhusu usalama wa akaunti yako hauwezi kuzimwa. Ili kubadilisha jinsi unavyoupokea, ingia kwenye akaunti yako kisha fungua mipangilio ya taarifa."
        }
    }
}
