import FairKitCore
import FoundationEssentials
import Testing

@Suite struct `The text of a notice` {
    private func text(
        _ kind: NoticeKind, _ facts: NoticeFacts = NoticeExample.facts, in language: Language = .english,
        from sender: DisplayName = NoticeExample.sender, as form: NoticeForm
    ) -> NoticeText {
        NoticeText(kind, facts, language: language, sender: sender, form: form)
    }

    /// If a text is meant to change, read the attached file, and replace the golden file with it.
    @Test(arguments: Language.allCases)
    func `equals the golden file in each kind and form`(language: Language) throws {
        var table = ""
        for kind in NoticeExample.kinds {
            table += "== \(kind.rawValue)\n\n"
            for (name, form) in NoticeExample.forms {
                let text = text(kind, in: language, as: form)
                let isShort = name.hasPrefix("sms") || name == "voice"
                let size = name.hasPrefix("sms") ? " (\(text.body.count), \(ShortMessage(text.body).segments))" : ""
                table += "-- \(name)\(size)\n" + (isShort ? "" : text.title + "\n") + text.body + "\n"
            }
            table += "\n"
        }
        let file = "notices.\(language.rawValue).txt"
        let golden = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Golden/\(file)")
        let expected = (try? String(contentsOf: golden, encoding: .utf8)) ?? ""
        if table != expected { Attachment.record(table, named: file) }
        #expect(table == expected)
    }

    @Test func `of a critical alert has the requirement's words`() {
        for form in [NoticeForm.push(preview: true), .mail(showsValues: true), .sms(showsValues: true)] {
            let alert = text(.alertPatient, as: form)
            #expect(alert.title == "⚠️ AAT Level Alert")
            #expect(alert.body.contains("Your AAT level is 4x normal (820 mg/dL). Contact your doctor today."))
        }
        let alert = Example.alert(Example.version())
        let push = text(.alertPatient, NoticeExample.facts(of: alert), as: .push(preview: true))
        #expect(push.title == AlertMessage(alert).title)
        #expect(push.body == AlertMessage(alert).body)
    }

    @Test func `of an alert for another reason has no multiple`() {
        let alert = Example.alert(Example.version(), rule: .implausibleJump)
        let facts = NoticeExample.facts(of: alert)
        #expect(facts.times == nil && facts.isUnverified == true)
        #expect(
            text(.alertVerifyStaff, facts, as: .sms(showsValues: true)).body
                == "Kisumu Clinic: AAT: 820 mg/dL, normal 100-200 mg/dL. It has to be verified before anyone acts on it."
        )
        #expect(text(.alertPatient, facts, as: .push(preview: true)).body.hasPrefix("There is an urgent test result"))
    }

    @Test(arguments: NoticeExample.kinds, Language.allCases)
    func `says without a preview that there is news, and nothing more`(kind: NoticeKind, language: Language) {
        let text = text(kind, in: language, as: .push(preview: false))
        #expect(text.title == "Kisumu Clinic")
        #expect([language.frame.news, language.frame.urgentNews].contains(text.body))
        #expect((text.body == language.frame.urgentNews) == (kind.priority == .critical))
    }

    /// An attack on privacy: every value is a mark that must not be found.
    @Test(arguments: NoticeExample.kinds, Language.allCases)
    func `shows no value in a form that must not`(kind: NoticeKind, language: Language) {
        var facts = NoticeExample.facts
        facts.level = NoticeFacts.Level(number: "777.5", unit: "markunit")
        facts.earlierLevel = NoticeFacts.Level(number: "777.4", unit: "markunit")
        facts.range = "MARK31-MARK32"
        facts.times = 88
        facts.birthDate = CalendarDate("1903-01-09")
        for path in [
            \NoticeFacts.patientName, \.phone, \.kitCode, \.reason, \.actorName, \.topic,
        ] as [WritableKeyPath<NoticeFacts, String?>] { facts[keyPath: path] = "MARK" }
        let marks = ["MARK", "markunit", "777", "88", "1903"]
        for form in NoticeExample.discreet {
            let text = text(kind, facts, in: language, as: form)
            for mark in marks { #expect(!text.title.contains(mark) && !text.body.contains(mark), "\(form)") }
        }
        for (name, form) in NoticeExample.forms {
            let title = text(kind, facts, in: language, as: form).title
            for mark in marks { #expect(!title.contains(mark), "\(name)") }
        }
    }

    @Test(arguments: NoticeExample.kinds, Language.allCases)
    func `names the tenant, and never the product`(kind: NoticeKind, language: Language) {
        for (name, form) in NoticeExample.forms {
            let text = text(kind, in: language, as: form)
            #expect(!"\(text.title) \(text.body)".lowercased().contains("fairkit"), "\(name)")
            if name.hasPrefix("sms") { #expect(text.body.hasPrefix("Kisumu Clinic: ")) }
            if name.hasPrefix("mail") || name == "voice" { #expect(text.body.contains("Kisumu Clinic")) }
        }
    }

    @Test(arguments: NoticeExample.kinds, Language.allCases)
    func `says less when facts are absent`(kind: NoticeKind, language: Language) {
        for (name, form) in NoticeExample.forms {
            let text = text(kind, NoticeFacts(), in: language, as: form)
            #expect(!text.title.isEmpty && !text.body.isEmpty, "\(name)")
            for sign in ["{", "}", "[", "]", "  ", " .", " ,", "()"] {
                #expect(!"\(text.title) \(text.body)".contains(sign), "\(name)")
            }
        }
    }

    @Test func `reads a code to a caller digit by digit, and writes it whole`() {
        #expect(text(.contactVerification, as: .voice).body.contains("0, 4, 8, 2, 1, 3"))
        #expect(text(.contactVerification, as: .sms(showsValues: false)).body.contains("048213"))
        #expect(NoticeKind.contactVerification.lifetime == .seconds(15 * 60))
    }

    @Test func `keeps a fact on one line, and does not read it as a template`() {
        var facts = NoticeExample.facts
        facts.patientName = "{phone} [x]\r\n\r\nCall +1 instead"
        let text = text(.alertStaff, facts, as: .mail(showsValues: true))
        #expect(text.body.contains("Patient: {phone} [x] Call +1 instead. Born: 2 April 1980."))
    }

    @Test func `marks what is not verified`() {
        var facts = NoticeExample.facts
        facts.isUnverified = true
        let marks: [(Language, String)] = [
            (.english, "ot verified yet"), (.spanish, "ún no está verificado"), (.swahili, "haijahakikiwa"),
        ]
        for (language, mark) in marks {
            for form in [NoticeForm.mail(showsValues: true), .push(preview: true)] {
                for (marked, facts) in [(true, facts), (false, NoticeExample.facts)] {
                    let body = text(.alertStaff, facts, in: language, as: form).body
                    #expect(body.split(separator: "\n").joined(separator: " ").contains(mark) == marked)
                }
            }
        }
    }

    @Test func `of a mail has its link on a line of its own, and ends with how to change what comes`() {
        for language in Language.allCases {
            for kind in NoticeExample.kinds {
                let body = text(kind, in: language, as: .mail(showsValues: true)).body
                let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
                #expect(lines.filter { $0 == "https://kit.example.org/n/7Kq2vXw9" }.count == 1)
                #expect(lines.allSatisfy { $0.count <= 76 })
                let last = body.split(separator: "\n").joined(separator: " ")
                #expect(last.hasSuffix(language.choice(kind.category)))
            }
        }
    }
}
