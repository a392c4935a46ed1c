import FairKitCore
import Testing

/// Every event of an alert, crossed with every reader, language and form.
@Suite struct `The message about an alert` {
    private static let patient = ProfileDetails(
        givenName: "Baraka", familyName: "Mwangi", birthDate: CalendarDate("1903-01-09") ?? Example.today, sex: .male,
        email: nil, phone: "+254711000111", language: .swahili, timeZone: "UTC", knownGenotype: nil, identifiers: [],
        consents: Consents())
    private static let earlier = Level(value: Thousandths(count: 777_000), unit: .milligramsPerDecilitre)
    private static let readers: [AlertReader] = [
        .patient(knowsEarlier: false), .patient(knowsEarlier: true), .clinician, .clinicianWithoutRecord, .team,
        .outsider,
    ]

    private static func news(
        _ rule: AlertRule, _ level: Int64 = 820_000, state: AlertState = .open, hold: ResultHold? = nil,
        isSuspect: Bool = false, withdrawn: Bool = false, corrected: Bool = false, earlier: Level = earlier,
        band: Band = .critical
    ) -> AlertNews {
        let (now, version) = (Example.now, Example.version(level: level))
        let alert = Alert(
            id: .new(at: now), resultID: .new(at: now), resultVersion: 2, rule: rule, band: band,
            level: version.findings.level, range: version.range, raisedAt: now, state: state,
            follows: corrected ? .new(at: now) : nil, profileID: .new(at: now), hold: hold, isSuspect: isSuspect,
            isWithdrawn: withdrawn, changesLevel: corrected && (withdrawn || earlier != version.findings.level))
        let correction = AlertCorrection(reason: "REASON", earlier: withdrawn ? nil : earlier)
        return AlertNews(
            of: alert, patient: patient, correction: corrected ? correction : nil, first: alert.follows ?? alert.id)
    }

    /// Each with the kinds of messages to a patient who was not told before, one who was, and staff.
    private static let events: [(name: String, news: AlertNews, kinds: [NoticeKind?])] = [
        ("raised", news(.criticalHigh), [.alertPatient, .alertPatient, .alertStaff]),
        ("unverified", news(.criticalHigh, isSuspect: true), [.alertPatient, .alertPatient, .alertStaff]),
        ("held", news(.criticalHigh, hold: .otherResult), [nil, nil, .alertStaff]),
        (
            "corrected, critical", news(.criticalHigh, corrected: true),
            [.alertPatient, .alertCorrectedPatient, .alertCorrectedStaff]
        ),
        (
            "interpreted again",
            news(
                .criticalHigh, corrected: true,
                earlier: Level(value: Thousandths(count: 820_000), unit: .milligramsPerDecilitre)),
            [.alertPatient, .alertPatient, .alertStaff]
        ),
        (
            "corrected to normal", news(.corrected, 150_000, corrected: true),
            [.alertCorrectedPatient, .alertCorrectedPatient, .alertCorrectedStaff]
        ),
        (
            "corrected and held", news(.corrected, 150_000, hold: .otherResult, corrected: true),
            [.alertCorrectedPatient, .alertCorrectedPatient, .alertCorrectedStaff]
        ),
        (
            "withdrawn", news(.corrected, withdrawn: true, corrected: true),
            [.alertWithdrawnPatient, .alertWithdrawnPatient, .alertWithdrawnStaff]
        ),
        ("low", news(.severeLow, 40_000), [.alertLowPatient, .alertLowPatient, .alertLowStaff]),
        ("jump", news(.implausibleJump, 150_000), [nil, nil, .alertVerifyStaff]),
        ("genotype", news(.genotypeMismatch, 150_000), [nil, nil, .alertVerifyStaff]),
    ]

    @Test func `breaks through quiet hours only if its alert is in the critical band`() {
        for (band, isCritical) in [(Band.critical, true), (.urgent, false), (.result, false)] {
            for withdrawn in [false, true] {
                let news = Self.news(.corrected, withdrawn: withdrawn, corrected: true, band: band)
                for reader in Self.readers where reader != .outsider {
                    #expect(news.kind(for: reader)?.isCritical(news.facts(for: reader)) == isCritical)
                }
            }
        }
    }

    @Test func `has the kind of its event and reader, and none once the alert is closed`() {
        for (name, news, kinds) in Self.events {
            let expected = kinds + [kinds[2], kinds[2], .alertUnreachable]
            #expect(Self.readers.map { news.kind(for: $0) } == expected, "\(name)")
        }
        for state in [AlertState.acknowledged, .resolved, .retracted] {
            let closed = Self.news(.criticalHigh, state: state)
            #expect(Self.readers.allSatisfy { closed.kind(for: $0) == nil })
        }
    }

    /// The marks that only some messages may have, and whether this one may.
    private func marks(_ name: String, _ news: AlertNews, for reader: AlertReader) -> [String: Bool] {
        let isWithdrawn = name == "withdrawn"
        let readsLevel =
            switch reader {
            case .patient: !isWithdrawn && news.alert.hold == nil
            case .clinician, .clinicianWithoutRecord: !isWithdrawn
            case .team, .outsider: false
            }
        let isClinician = reader == .clinician || reader == .clinicianWithoutRecord
        return [
            "\(news.alert.level?.value.description ?? "")": readsLevel, "mg/dL": readsLevel,
            "777": isClinician && !isWithdrawn, "REASON": isClinician,
            "Baraka": reader == .clinician, "Mwangi": reader == .clinician, "1903": reader == .clinician,
            "254711000111": reader == .clinician,
        ]
    }

    @Test(arguments: Language.allCases)
    func `holds what its reader may read, in every form`(language: Language) {
        let critical = language.words(.alertStaff).title
        for (name, news, _) in Self.events {
            for reader in Self.readers {
                guard let kind = news.kind(for: reader) else { continue }
                let may = marks(name, news, for: reader)
                for (form, shown) in NoticeExample.forms {
                    let text = NoticeText(
                        kind, news.facts(for: reader), language: language, sender: NoticeExample.sender, form: shown)
                    let words = (text.title + " " + text.body).split(separator: "\n").joined(separator: " ")
                    let isDiscreet = NoticeExample.discreet.contains(shown)
                    for (mark, isAllowed) in may where !isAllowed || isDiscreet {
                        #expect(!words.contains(mark), "\(name), \(reader), \(form): \(mark)")
                    }
                    // Nothing but a critical level that was raised is announced as one.
                    let isRaised =
                        ["raised", "unverified", "held", "interpreted again"].contains(name)
                        && kind == .alertStaff
                    if !isRaised { #expect(!words.contains(critical), "\(name), \(reader), \(form)") }
                    if reader == .clinician, !isDiscreet, !form.hasPrefix("sms") {
                        #expect(words.contains("Baraka"), "\(name), \(form)")
                        #expect(words.contains("mg/dL") == (name != "withdrawn"), "\(name), \(form)")
                    }
                }
            }
        }
    }

    @Test func `asks for no read-back of a level that does not hold`() {
        let news = Self.news(.corrected, withdrawn: true, corrected: true)
        let facts = news.facts(for: .clinician)
        #expect(facts.level == nil && facts.earlierLevel == nil && facts.range == nil && facts.times == nil)
        #expect(AlertMessage(news.alert).title == "AAT Result Withdrawn")
        #expect(!AlertMessage(news.alert).body.contains("820") && !news.alert.explanation.contains("820"))
    }

    @Test(arguments: [("raised", false), ("corrected, critical", true), ("interpreted again", false)])
    func `of a corrected level says so in the consumers' words, too`(event: String, isCorrected: Bool) throws {
        let message = AlertMessage(try #require(Self.events.first { $0.name == event }).news.alert)
        #expect(message.title == (isCorrected ? "⚠️ AAT Level Corrected" : "⚠️ AAT Level Alert"))
        let words = isCorrected ? "Your AAT level was corrected. It is" : "Your AAT level is"
        #expect(message.body == "\(words) 4x normal (820 mg/dL). Contact your doctor today.")
    }
}
