import FairKitCore
import Testing

private func mail(
    _ kind: NoticeKind, in language: Language, from sender: DisplayName, link: String?, lines: String? = nil
) -> NoticeText {
    var facts = NoticeFacts()
    (facts.link, facts.lines) = (link, lines)
    return NoticeText(kind, facts, language: language, sender: sender, form: .wholeMail)
}

@Suite struct `A mail's text` {
    private let link = "https://kit.example.org/page#secret"
    private let sender = DisplayName("Kisumu Clinic") ?? DisplayName(of: .standard)

    @Test(arguments: NoticeKind.mails + [.test])
    func `says who writes, in its subject and at its start`(kind: NoticeKind) {
        let openings: [Language: String] = [
            .english: "This e-mail is from Kisumu Clinic.", .spanish: "Este correo es de Kisumu Clinic.",
            .swahili: "Barua pepe hii imetoka kwa Kisumu Clinic.",
        ]
        for language in Language.allCases {
            let text = mail(kind, in: language, from: sender, link: link)
            #expect(kind == .test || text.title.contains("Kisumu Clinic"))
            #expect(text.body.hasPrefix(openings[language] ?? "-"))
        }
    }

    @Test func `keeps a name with braces as it is`() throws {
        let odd = try #require(DisplayName("{link} and [{facts}]"))
        let text = mail(.reset, in: .english, from: odd, link: link)
        #expect(text.body.hasPrefix("This e-mail is from {link} and [{facts}]."))
    }

    @Test(arguments: NoticeKind.mails + [.test], Language.allCases)
    func `has its link once, on its own line, and says how long the link is valid`(kind: NoticeKind, language: Language)
    {
        let text = mail(kind, in: language, from: sender, link: link)
        let lines = text.body.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(
            lines.filter { $0 == link }.count
                == ([
                    .test, .erasure, .erasureCancelled, .accountPrepared, .accountMade, .guessing, .emailChangeAsked,
                    .emailChanged, .breakGlass, .alertingChanged, .keyPrepared,
                ].contains(kind) ? 0 : 1))
        #expect(!text.body.contains("{"))
        #expect(text.body.hasSuffix(".\n"))
        #expect(language != .english || text.body.utf8.allSatisfy { $0 < 128 })
        #expect(lines.allSatisfy { $0.count <= 82 || $0 == link })
        #expect((1...70).contains(text.title.count))
        switch kind {
        case .guessing, .emailChangeAsked: #expect(kind.lifetime == .seconds(24 * 3600))
        case .confirmation, .reset, .emailChange:
            let hours = language == .english ? "24 hours" : language == .spanish ? "24 horas" : "saa 24"
            #expect(text.body.split(separator: "\n").joined(separator: " ").contains(hours))
            #expect(kind.lifetime == .seconds(24 * 3600))
        case .breakGlass: #expect(kind.lifetime == .seconds(7 * 86_400))
        case .invitation:
            let days = language == .english ? "7 days" : language == .spanish ? "7 días" : "siku 7"
            #expect(text.body.contains(days) && kind.lifetime == .seconds(7 * 86_400))
        case .erasure: #expect(kind.lifetime == RequestedErasure.delay)
        case .erasureCancelled, .accountPrepared, .accountMade, .emailChanged, .alertingChanged, .keyPrepared, .shared:
            #expect(kind.lifetime == .seconds(7 * 86_400))
        case .test: #expect(text == mail(kind, in: language, from: sender, link: nil))
        default: Issue.record("\(kind) is no mail")
        }
    }

    @Test(arguments: NoticeKind.mails + [.test])
    func `has the same placeholders in each language, and other words`(kind: NoticeKind) {
        let texts = Language.allCases.map { (title: $0.words(kind).title, body: $0.words(kind).mail ?? "") }
        for text in texts {
            for (part, first) in [(text.title, texts[0].title), (text.body, texts[0].body)] {
                #expect(TextTemplate(part).isWellFormed)
                #expect(TextTemplate(part).names(optional: false) == TextTemplate(first).names(optional: false))
                #expect(TextTemplate(part).names(optional: true).isEmpty)
            }
        }
        #expect(Set(texts.map(\.title)).count == Language.allCases.count)
        #expect(Set(texts.map(\.body)).count == Language.allCases.count)
    }
}

@Suite struct `The facts in a mail` {
    private let invitation = Invitation(
        .invitation, to: MailAddress("ada@example.org")!, role: .clinician, invitedBy: .machine, approval: .awaited,
        at: Example.now)

    @Test func `keep their English as they were written`() {
        let text = mail(
            .breakGlass, in: .english, from: DisplayName(of: .standard), link: nil, lines: "role  a\nstate  b")
        #expect(text.body.contains("\n\nrole   a\nstate  b\n\n"))
    }

    @Test func `have labels in the reader's language, in line`() {
        let facts = invitation.facts(invitedBy: "Bea")
        let spanish = mail(
            .accountPrepared, in: .spanish, from: DisplayName(of: .standard), link: nil, lines: facts
        ).body
        #expect(
            spanish.contains(
                """

                nombre        -
                función       profesional clínico
                invitada por  Bea
                estado        espera la aprobación de otro administrador

                """))
        let swahili = mail(
            .guessing, in: .swahili, from: DisplayName(of: .standard), link: nil,
            lines: "until  2026-04-02T11:05:00.123Z"
        ).body
        #expect(swahili.contains("\n\nhadi  2 Aprili 2026, 11:05 UTC\n\n"))
        let suspended = "before  can sign in\nafter  suspended\nchanged by  Bea"
        for (language, words) in [(Language.spanish, "después  suspendida\n"), (.swahili, "  imesimamishwa\n")] {
            let body = mail(
                .alertingChanged, in: language, from: DisplayName(of: .standard), link: nil, lines: suspended
            ).body
            #expect(body.contains(words) && !body.contains("can sign in"))
        }
    }

    @Test(arguments: [Language.spanish, .swahili])
    func `leave nothing that we write in English`(language: Language) {
        let erasure = RequestedErasure(
            profile: .new(at: Example.now), actor: .machine, requestedAt: Example.now, dueAt: Example.now)
        let glass = BreakGlass(
            id: .new(at: Example.now), account: .new(at: Example.now), profile: erasure.profile, reason: "Unconscious",
            openedAt: Example.now, until: Example.now)
        for facts in [
            invitation.facts(invitedBy: "Bea"), erasure.facts(askedBy: "the person"),
            erasure.facts(askedBy: "the person", cancelled: (by: "the person", at: Example.now)), glass.facts(of: nil),
        ] {
            #expect(
                !Jargon.isIn(
                    mail(.erasure, in: language, from: DisplayName(of: .standard), link: nil, lines: facts).body))
            for line in facts.split(separator: "\n") {
                let label = line.prefix { $0 != " " }
                #expect(language.mailFacts.keys.contains { $0.hasPrefix(label) }, "\(label)")
            }
        }
        #expect(Set(Spanish.words) == Set(Swahili.words))
    }
}

private enum Spanish { static let words = Language.spanish.mailFacts.keys }
private enum Swahili { static let words = Language.swahili.mailFacts.keys }
