import FairKitCore

/// Facts that have everything. The example is at 14:05 in Kisumu.
enum NoticeExample {
    static let sender = DisplayName("Kisumu Clinic") ?? DisplayName(of: .standard)

    static var facts: NoticeFacts {
        var facts = NoticeFacts()
        facts.level = NoticeFacts.Level(number: "820", unit: "mg/dL")
        facts.earlierLevel = NoticeFacts.Level(number: "850", unit: "mg/dL")
        facts.range = "100-200"
        facts.times = 4
        facts.patientName = "Amina Otieno"
        facts.birthDate = CalendarDate("1980-04-02")
        facts.phone = "+254700000000"
        facts.kitCode = "FU-KIT-2025110701-X"
        facts.laboratory = "Nyanza"
        facts.date = CalendarDate("2026-04-02")
        facts.time = LocalDateTime(Timestamp("2026-04-02T11:05:00Z")!, offset: 3 * 3600)
        facts.days = 3
        facts.count = 2
        facts.reason = "the tube was empty"
        facts.carrier = "DHL"
        facts.tracking = "RR123456789KE"
        facts.code = "048213"
        facts.link = "https://kit.example.org/n/7Kq2vXw9"
        facts.actorName = "Dr Wanjiru Kamau"
        facts.place = "197.232.0.1"
        facts.isUnverified = false
        facts.isCritical = true
        facts.resultVersion = 2
        facts.deadline = LocalDateTime(Timestamp("2026-04-02T11:15:00Z")!, offset: 3 * 3600)
        facts.topic = "Breathing well with AATD"
        facts.channel = "sms"
        facts.credential = .secondFactor
        facts.team = "on-call"
        return facts
    }

    /// The facts for a clinician about an alert that follows none, whose patient is unknown.
    static func facts(of alert: Alert) -> NoticeFacts {
        AlertNews(of: alert, patient: nil, correction: nil, first: alert.id).facts(for: .clinician)
    }

    /// The kinds that go over all channels.
    static let kinds = NoticeKind.allCases.filter { !NoticeKind.mails.contains($0) }

    static let forms: [(name: String, form: NoticeForm)] = [
        ("push, no preview", .push(preview: false)), ("push, preview", .push(preview: true)),
        ("sms", .sms(showsValues: false)), ("sms, values", .sms(showsValues: true)),
        ("mail", .mail(showsValues: false)), ("mail, values", .mail(showsValues: true)), ("voice", .voice),
        ("chat", .chat),
    ]

    /// Forms that must not show a value.
    static let discreet: [NoticeForm] = [
        .push(preview: false), .sms(showsValues: false), .mail(showsValues: false), .unprovenMail, .voice, .chat,
    ]
}
