import FairKitCore
import FairKitService
import FairKitStore
import Support
import Testing

/// A patient with a critical alert and a clinician in care.
struct OpenAlert {
    var house: TestHouse
    let patient: Patient
    let doctor: Caller

    init() async throws {
        house = try TestHouse()
        doctor = try await house.somebody(.clinician)
        _ = try await house.somebody(.administrator)
        let policy = EscalationPolicy(steps: [
            .init(after: .zero, targets: [.care]),
            .init(after: .seconds(3600), targets: [.operatorContact], repeats: .seconds(900)),
        ])
        let now = house.time.now
        try await house.store.write { (tx) throws(DatabaseError) in
            try tx.setEscalationPolicy(policy, for: .critical, by: .machine, at: now)
        }
        patient = try await Patient(house)
        _ = try await house.tenancy.care.assign(
            try #require(doctor.subject.account), to: patient.id, from: nil, until: nil,
            by: house.caller(.administrator))
    }

    /// The outcome of a read-back.
    enum Outcome: Hashable {
        case acknowledged, limited, signInAgain
        case differs([ReadBackPart])
    }

    func readBack(
        _ value: Int64 = 820, family: String = "Mwangi", by caller: Caller
    ) async throws -> Outcome {
        let readBack = ReadBack(
            level: Level(value: Thousandths(count: value * 1000), unit: .milligramsPerDecilitre, comparator: nil),
            identifiers: .init(birthDate: CalendarDate(daysSince1970: 3711), familyName: family),
            reached: .patientByPhone, note: nil)
        do {
            _ = try await house.tenancy.alerts.acknowledge(patient.alert, readBack, by: caller)
            return .acknowledged
        } catch .own(let failure) {
            switch failure {
            case .mismatch(let parts): return .differs(parts)
            case .limited: return .limited
            case .signInAgain: return .signInAgain
            case .notOpen: throw failure
            }
        }
    }

    /// The same person after another sign-in.
    func signedInAgain(_ caller: Caller) async throws -> Caller {
        let (account, now) = (try #require(caller.subject.account), house.time.now)
        let session = Session(
            id: .new(at: now), account: account, startedAt: now, usedAt: now, expiresAt: now.advanced(by: .seconds(9)),
            address: nil, client: nil, endedAt: nil)
        try await house.store.write { (tx) throws(DatabaseError) in try tx.insertSession(session) }
        return Caller(
            subject: Subject(.account(account, session.id), role: .clinician), route: "test", requestID: "test")
    }
}

@Suite struct `A wrong read-back` {
    @Test func `names its parts to clinicians in care, with break-glass or who were told, and to no others`()
        async throws
    {
        let open = try await OpenAlert()
        let parts: [ReadBackPart] = [.value, .familyName]
        let (opened, stranger) = (try await open.house.somebody(.clinician), try await open.house.somebody(.clinician))
        _ = try await open.house.tenancy.emergencies.open(
            open.patient.id, reason: "Unconscious in casualty", by: opened)
        let told = try await open.house.somebody(.clinician)
        let notice = Notice(
            to: .account(try #require(told.subject.account)), .alertStaff, about: open.patient.id,
            alert: open.patient.alert, step: 1, NoticeFacts(), at: open.house.time.now)
        try await open.house.store.write { (tx) throws(DatabaseError) in _ = try tx.insertNotice(notice) }
        #expect(try await open.readBack(82, family: "Kamau", by: stranger) == .differs([]))
        for caller in [open.doctor, opened, told] {
            #expect(try await open.readBack(82, family: "Kamau", by: caller) == .differs(parts))
        }
        // The history tells others no more.
        for (caller, isNamed) in [(stranger, false), (open.doctor, true)] {
            let events = try await open.house.tenancy.alerts.events(
                of: open.patient.alert, after: 0, limit: 100, by: caller
            ).items.filter { $0.kind == .readBackFailed }
            #expect(events.count == 4 && events.allSatisfy { ($0.reason != nil) == isNamed })
        }
    }

    @Test func `is followed by pauses that grow, and in the end by none but of other people`() async throws {
        var open = try await OpenAlert()
        let stranger = try await open.house.somebody(.clinician)
        for _ in 1...3 { #expect(try await open.readBack(82, by: stranger) == .differs([])) }
        // A value that is not compared tells nothing, right or wrong.
        for value: Int64 in [82, 820] { #expect(try await open.readBack(value, by: stranger) == .limited) }
        open.house = try TestHouse(after: open.house, clock: StillClock())
        #expect(try await open.readBack(by: stranger) == .limited)
        for pause: Int64 in [10, 20, 40, 80, 160, 320, 640] {
            open.house.time.advance(by: .seconds(pause - 1))
            #expect(try await open.readBack(82, by: stranger) == .limited)
            open.house.time.advance(by: .seconds(1))
            #expect(try await open.readBack(82, by: stranger) == .differs([]))
        }
        open.house.time.advance(by: .seconds(900))
        #expect(try await open.readBack(by: stranger) == .signInAgain)
        let again = try await open.signedInAgain(stranger)
        #expect(try await open.readBack(82, by: again) == .differs([]))
        #expect(try await open.readBack(by: again) == .signInAgain)
        #expect(try await open.readBack(by: open.doctor) == .acknowledged, "others' guesses hinder nobody")
    }

    @Test(arguments: [
        ("MWANGI", true), ("mwangi ", true), ("Mw'angi", true), ("Ｍｗａｎｇｉ", true), ("Mwa\u{301}ngi", true),
        ("Mwangu", false), ("Mwang", false), ("Mwangi Baraka", false),
    ])
    func `is one whose name has other letters`(name: String, isRight: Bool) async throws {
        let open = try await OpenAlert()
        let outcome = try await open.readBack(family: name, by: open.doctor)
        #expect(outcome == (isRight ? .acknowledged : .differs([.familyName])))
    }
}

@Suite struct `What brings a step forward` {
    enum Cause: CaseIterable {
        case wrongReadBacks, operatorsWord, refusedMessages
    }

    private func escalateNow(_ alert: OpenAlert, by cause: Cause) async throws {
        let house = alert.house
        switch cause {
        case .wrongReadBacks:
            let clinician = try await house.somebody(.clinician)
            for _ in 1...3 { _ = try await alert.readBack(1, by: clinician) }
        case .operatorsWord: try await house.tenancy.escalation.escalateNow(alert.patient.alert, by: .command)
        case .refusedMessages:
            for send in try await house.tenancy.notices.due(over: .email, in: .critical, except: [], limit: 100) {
                try await house.tenancy.notices.settle(send, SendAnswer(.refused), due: house.time.now)
            }
        }
    }

    private func waiting(_ alert: OpenAlert) async throws -> [AlertStep] {
        try await alert.house.steps(of: alert.patient.alert).filter { $0.state == .waiting }
    }

    @Test(arguments: Cause.allCases)
    func `makes a planned step due at once, and a repetition no sooner than a minute after the one before`(
        cause: Cause
    ) async throws {
        let open = try await OpenAlert()
        try await open.house.escalate()
        for _ in 1...3 { try await escalateNow(open, by: cause) }
        #expect(try await waiting(open).map(\.dueAt) == [open.house.time.now])
        for _ in 1...3 {
            try await open.house.escalate()
            let fired = open.house.time.now
            open.house.time.advance(by: .seconds(5))
            for _ in 1...3 { try await escalateNow(open, by: cause) }
            let due = try #require(try await waiting(open).first?.dueAt)
            // The failure of a repetition brings none forward.
            #expect(due == fired.advanced(by: .seconds(cause == .refusedMessages ? 900 : 60)))
            open.house.time.advance(by: open.house.time.now.distance(to: due))
        }
    }

    @Test func `writes nothing where it changes nothing`() async throws {
        let open = try await OpenAlert()
        for _ in 1...20 { try await escalateNow(open, by: .operatorsWord) }
        try await open.house.escalate()
        for _ in 1...20 { try await escalateNow(open, by: .operatorsWord) }
        try await open.house.escalate()
        for _ in 1...20 { try await escalateNow(open, by: .operatorsWord) }
        #expect(try await open.patient.entries(.escalationHastened).count == 2)
    }
}
