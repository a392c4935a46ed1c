import FairKitCore
import FairKitService
import FairKitStore
import Support
import Testing

/// A patient with an account, a clinician in care, and a team: a clinician, an administrator and a laboratory's person.
private struct Ward {
    let house: TestHouse
    let patient: Patient
    let people: [String: Caller]
    let laboratory: Caller

    /// - Parameter consents: whether the patient consents to clinicians.
    init(consents: Bool = true) async throws {
        house = try TestHouse()
        let administrator = house.caller(.administrator)
        patient = try await Patient(house, consents: Consents(clinicians: consents), phone: "+254711000111")
        laboratory = try await house.laboratory()
        var people: [String: Caller] = ["patient": try await house.somebody(.patient(patient.id))]
        for name in ["care", "on-call"] { people[name] = try await house.somebody(.clinician, name) }
        people["administrator"] = try await house.somebody(.administrator)
        people["laboratory"] = try await house.somebody(laboratory.subject.role)
        self.people = people
        _ = try await house.tenancy.care.assign(
            try #require(people["care"]?.subject.account), to: patient.id, from: nil, until: nil, by: administrator)
        let teams = house.tenancy.teams
        _ = try await teams.create("night", description: nil, timeZone: "UTC", by: administrator)
        for name in ["on-call", "administrator", "laboratory"] {
            let account = try #require(people[name]?.subject.account)
            _ = try await teams.add(.account(account), to: "night", by: .command)
        }
        let targets: [EscalationTarget] = [.patient, .care, .team("night")]
        let policy = EscalationPolicy(steps: [.init(after: .zero, targets: targets, repeats: .seconds(900))])
        let now = house.time.now
        try await house.store.write { (tx) throws(DatabaseError) in
            try tx.setEscalationPolicy(policy, for: .critical, by: administrator.subject.id, at: now)
        }
    }

    /// Raises a critical alert under the policy of the team, and tells it.
    func raise() async throws -> ResultID {
        let code = "\(try #require(KitCode(number: 9)))"
        _ = try await house.register(code, for: patient.id)
        let result = try await house.record("N-9", code, 820, by: laboratory).result.id
        try await house.escalateSoon()
        return result
    }

    func alert(of result: ResultID) async throws -> Alert {
        let standing = try await house.store.read { (tx) throws(DatabaseError) in try tx.standingAlerts(about: result) }
        return try #require(standing.first)
    }

    /// The kinds of each person's notices about an alert.
    func told(of alert: AlertID) async throws -> [String: [NoticeKind]] {
        var told: [String: [NoticeKind]] = [:]
        for (name, caller) in people {
            told[name] = try await house.told(caller).filter { $0.alert == alert }.map(\.kind)
        }
        return told
    }

    /// All that a person reads about alerts: the history, and mails that are due.
    func words(of name: String) async throws -> String {
        let caller = try #require(people[name])
        let page = try await house.tenancy.notices.list(before: nil, unread: false, limit: 50, by: caller)
        let history = page.items.filter { $0.notice.alert != nil }.map { "\($0.text.title) \($0.text.body)" }
        let mails = try await house.tenancy.notices.due(over: .email, in: .critical, except: [], limit: 100)
        let own = mails.filter { $0.notice.receiver.accountID == caller.subject.account }
        return (history + own.map { "\($0.message.title) \($0.message.body)" }).joined(separator: " ")
            .split(separator: "\n").joined(separator: " ")
    }
}

@Suite struct `Messages about a critical result` {
    private static let values = ["820", "mg/dL", "Baraka", "Mwangi", "1980", "254711000111"]

    @Test(arguments: [ResultStatus.corrected, .enteredInError])
    func `that is corrected or withdrawn say so, once for each person`(status: ResultStatus) async throws {
        let ward = try await Ward()
        let result = try await ward.raise()
        let first = try await ward.alert(of: result)
        #expect(
            try await ward.told(of: first.id) == [
                "patient": [.alertPatient], "care": [.alertStaff], "on-call": [.alertStaff],
                "administrator": [.alertUnreachable], "laboratory": [.alertUnreachable],
            ])
        let isWithdrawn = status == .enteredInError
        ward.house.time.advance(by: .seconds(1))
        _ = try await ward.house.correct(result, to: isWithdrawn ? nil : 150, status: status, by: ward.laboratory)
        try await ward.house.escalateSoon()
        let follow = try await ward.alert(of: result)
        let staff: [NoticeKind] = [isWithdrawn ? .alertWithdrawnStaff : .alertCorrectedStaff]
        #expect(
            try await ward.told(of: follow.id) == [
                "patient": [isWithdrawn ? .alertWithdrawnPatient : .alertCorrectedPatient], "care": staff,
                "on-call": staff, "administrator": [.alertUnreachable], "laboratory": [.alertUnreachable],
            ])
        let care = try #require(ward.people["care"])
        let told = try #require(try await ward.house.told(care).last)
        #expect(told.facts.level?.number == (isWithdrawn ? nil : "150"))
        #expect(told.facts.earlierLevel?.number == (isWithdrawn ? nil : "820"))
        #expect(told.facts.reason == "measured again" && told.facts.patientName == "Baraka Mwangi")
        // On a device, and at a service that keeps incidents, it takes the place of the one before.
        let mail = try await ward.house.tenancy.notices.due(over: .email, in: .critical, except: [], limit: 100)
            .first { $0.notice.id == told.id }
        #expect(mail?.message.collapseID == "\(first.id)" && mail?.message.ends == ["\(first.id)"])
        #expect(mail?.message.incident == "\(follow.id)")
        #expect(mail?.message.link == nil || mail?.message.link?.hasSuffix("\(follow.id)") == true)
    }

    @Test func `that was corrected and is withdrawn later say so, too`() async throws {
        let ward = try await Ward()
        let result = try await ward.raise()
        _ = try await ward.house.correct(result, to: 150, by: ward.laboratory)
        _ = try await ward.house.correct(result, to: nil, status: .enteredInError, by: ward.laboratory)
        try await ward.house.escalateSoon()
        let told = try await ward.told(of: ward.alert(of: result).id)
        #expect(told["care"] == [.alertWithdrawnStaff] && told["patient"] == [.alertWithdrawnPatient])
        let patient = try await ward.house.kinds(toldTo: try #require(ward.people["patient"]))
        #expect(!patient.contains(.resultCorrected), "it is told once")
    }

    @Test func `tell who reads no results that an alert waits, and nothing about the patient`() async throws {
        let ward = try await Ward()
        _ = try await ward.raise()
        for name in ["administrator", "laboratory"] {
            let words = try await ward.words(of: name)
            #expect(words.contains("An AAT alert waits for a clinician"))
            for value in Self.values + ["Critical AAT alert"] { #expect(!words.contains(value), "\(name): \(value)") }
            let stored = try await ward.house.told(try #require(ward.people[name]))
            #expect(stored.allSatisfy { $0.facts.level == nil && $0.facts.patientName == nil && $0.facts.phone == nil })
        }
        for name in ["care", "on-call"] {
            let words = try await ward.words(of: name)
            for value in Self.values { #expect(words.contains(value), "\(name): \(value)") }
        }
    }

    @Test func `show an administrator no values that an earlier version stored for them`() async throws {
        let ward = try await Ward()
        let administrator = try #require(ward.people["administrator"]?.subject.account)
        let (alert, now) = (ward.patient.alert, ward.house.time.now)
        try await ward.house.store.write { (tx) throws(DatabaseError) in
            var facts = NoticeFacts()
            facts.level = NoticeFacts.Level(number: "820", unit: "mg/dL")
            facts.patientName = "Baraka Mwangi"
            let notice = Notice(to: .account(administrator), .alertStaff, alert: alert, step: 9, facts, at: now)
            _ = try tx.insertNotice(notice)
        }
        let words = try await ward.words(of: "administrator")
        #expect(words.contains("Critical AAT alert") && !words.contains("820") && !words.contains("Baraka"))
    }

    @Test func `name a patient who withholds consent to those in care only`() async throws {
        let ward = try await Ward(consents: false)
        _ = try await ward.raise()
        #expect(try await ward.words(of: "care").contains("Baraka Mwangi"))
        let onCall = try await ward.words(of: "on-call")
        #expect(onCall.contains("820 mg/dL"))
        for value in ["Baraka", "Mwangi", "1980", "254711000111"] { #expect(!onCall.contains(value)) }
    }

    private func readBack(_ level: Int64?) -> ReadBack {
        ReadBack(
            level: level.map { Level(value: Thousandths(count: $0 * 1000), unit: .milligramsPerDecilitre) },
            identifiers: .init(birthDate: CalendarDate(daysSince1970: 3711), familyName: "Mwangi"),
            reached: .colleagueByPhone, note: nil)
    }

    @Test func `end after a withdrawal by two identifiers, without a level`() async throws {
        let ward = try await Ward()
        let result = try await ward.raise()
        _ = try await ward.house.correct(result, to: nil, status: .enteredInError, by: ward.laboratory)
        try await ward.house.escalateSoon()
        let follow = try await ward.alert(of: result)
        let alerts = ward.house.tenancy.alerts
        let care = try #require(ward.people["care"])
        ward.house.time.advance(by: .seconds(1))
        await #expect(throws: Refusal<AcknowledgeFailure>.self) {
            try await alerts.acknowledge(follow.id, readBack(820), by: care)
        }
        let done = try await alerts.acknowledge(follow.id, readBack(nil), by: care)
        #expect(done.alert.state == .acknowledged && done.loop.failures == 0)
        let told = try await ward.told(of: follow.id)
        #expect(
            told["on-call"]?.last == .alertAcknowledgedStaff && told["administrator"]?.last == .alertAcknowledgedStaff)
        #expect(told["care"]?.contains(.alertAcknowledgedStaff) == false)
        #expect(try await !ward.words(of: "administrator").contains("Baraka"))
        // An alert with a level still needs it.
        await #expect(throws: Refusal<AcknowledgeFailure>.self) {
            try await alerts.acknowledge(ward.patient.alert, readBack(nil), by: care)
        }
    }

    @Test func `reach consumers in the words of what happened, with the alert's state`() async throws {
        let house = try TestHouse()
        let patient = try await Patient(house, level: 820)
        let clinician = try await house.somebody(.clinician)
        _ = try await house.tenancy.care.assign(
            try #require(clinician.subject.account), to: patient.id, from: nil, until: nil,
            by: house.caller(.administrator))
        let reader = Caller(
            subject: Subject(.key(.new(at: house.time.now)), role: .consumer, scopes: [.consumeAlerts, .readContacts]),
            route: "test", requestID: "test")
        _ = try await house.correct(patient.result, to: nil, status: .enteredInError, by: try await house.laboratory())
        let claimed = try await house.tenancy.deliveries.claim(
            try ClaimRequest(group: "default", consumer: nil, limit: 10, leaseSeconds: nil, waitSeconds: 0), by: reader)
        #expect(claimed.map(\.alert.state) == [.retracted, .open])
        #expect(claimed.first?.contacts == [])
        let text = try #require(claimed.last?.contacts?.first { $0.role == .clinician }?.text)
        #expect(text.title == "AAT result withdrawn" && !text.body.contains("820"))
    }
}
