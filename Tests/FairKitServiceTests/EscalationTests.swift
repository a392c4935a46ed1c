import FairKitCore
import FairKitService
import FairKitStore
import Support
import Testing

@Suite struct `The default escalation of a critical alert` {
    /// A clinician in care who does not answer, and an administrator.
    private func scene() async throws -> (TestHouse, Patient, Caller) {
        let house = try TestHouse()
        let clinician = try await house.somebody(.clinician)
        _ = try await house.somebody(.administrator)
        let patient = try await Patient(house)
        _ = try await house.tenancy.care.assign(
            try #require(clinician.subject.account), to: patient.id, from: nil, until: nil,
            by: house.caller(.administrator))
        return (house, patient, clinician)
    }

    @Test func `tells the clinician twice, then whom it reaches, and repeats`() async throws {
        let (house, patient, _) = try await scene()
        var told: [(minute: Int64, step: Int, kinds: [NoticeKind])] = []
        let start = house.time.now
        for minute in 0...62 {
            try await house.escalate()
            let notices = try await house.notices(about: patient.alert).filter { $0.createdAt == house.time.now }
            if let first = notices.first {
                told.append((Int64(minute), first.step, notices.map(\.kind)))
            }
            house.time.advance(by: .seconds(60))
        }
        #expect(house.time.now == start.advanced(by: .seconds(63 * 60)))
        #expect(told.map(\.minute) == [0, 5, 10, 25, 40, 55])
        // Neither a backup nor an on-call team exists, so the last step is due at once, and repeats.
        #expect(told.map(\.step) == [1, 2, 5, 6, 7, 8])
        #expect(told[0].kinds == [.alertStaff])
        #expect(Set(told[2].kinds) == [.alertStaff, .alertUnreachable])
    }

    @Test func `goes on at once after hours without a server, and leaves people the time between its steps`()
        async throws
    {
        let (house, patient, _) = try await scene()
        house.time.advance(by: .seconds(6 * 3600))
        for steps in [[1], [1, 2], [1, 2, 5, 5]] {
            try await house.escalate()
            #expect(try await house.notices(about: patient.alert).map(\.step) == steps)
            house.time.advance(by: .seconds(steps.count < 4 ? 300 : 0))
        }
        let waiting = try await house.steps(of: patient.alert).filter { $0.state == .waiting }
        #expect(waiting.map(\.dueAt) == [house.time.now.advanced(by: .seconds(15 * 60))])
    }

    /// Ends the sends that are due by e-mail.
    private func settle(_ outcome: SendOutcome, in house: TestHouse) async throws -> Int {
        let due = try await house.tenancy.notices.due(over: .email, in: .critical, except: [], limit: 100)
        for send in due {
            let again = house.time.now.advanced(by: .seconds(5))
            try await house.tenancy.notices.settle(send, SendAnswer(outcome), due: again)
        }
        return due.count
    }

    @Test func `goes on at once if no message of a step arrives`() async throws {
        let (house, patient, _) = try await scene()
        try await house.escalate()
        #expect(try await settle(.refused, in: house) == 1)
        let steps = try await house.steps(of: patient.alert)
        #expect(steps[0].state == .fired && steps[1].dueAt == house.time.now)
        let entries = try await house.audit(of: patient.id).filter { $0.action == .escalationHastened }
        #expect(entries.map(\.object) == ["\(patient.alert)"])
        try await house.escalate()
        #expect(try await house.notices(about: patient.alert).map(\.step) == [1, 2])
    }

    @Test func `waits for a message that is tried again, and for one that was accepted`() async throws {
        for outcome in [SendOutcome.postponed, .timeout, .accepted] {
            let (house, patient, _) = try await scene()
            try await house.escalate()
            _ = try await settle(outcome, in: house)
            #expect(try await house.steps(of: patient.alert)[1].dueAt == house.time.now.advanced(by: .seconds(300)))
        }
    }

    @Test func `does not repeat the last step faster because it fails`() async throws {
        let (house, patient, _) = try await scene()
        for _ in 0..<2 {
            try await house.escalate()
            house.time.advance(by: .seconds(300))
        }
        try await house.escalate()
        #expect(try await settle(.refused, in: house) > 2)
        let waiting = try await house.steps(of: patient.alert).filter { $0.state == .waiting }
        #expect(waiting.map(\.dueAt) == [house.time.now.advanced(by: .seconds(15 * 60))])
    }

    @Test func `goes on at once if the receipts say that no message arrived, and once for all of them`() async throws {
        let (house, patient, clinician) = try await scene()
        let account = try #require(clinician.subject.account)
        let now = house.time.now
        try await house.store.write { (tx) throws(DatabaseError) in
            try tx.insertContactPoint(
                ContactPoint(
                    id: .new(at: now), owner: .account(account), kind: .sms, address: "+254700000000", createdAt: now,
                    verifiedAt: now))
        }
        try await house.escalate()
        _ = try await settle(.refused, in: house)
        let sms = try #require(
            try await house.tenancy.notices.due(over: .sms, in: .critical, except: [], limit: 10).first)
        try await house.tenancy.notices.settle(sms, SendAnswer(.accepted, reference: "SM1"), due: now)
        func next() async throws -> Timestamp? { try await house.steps(of: patient.alert)[1].dueAt }
        #expect(try await next() == now.advanced(by: .seconds(300)))
        let lost = MessageReceipt(over: .sms, reference: "SM1", state: .failed, code: "30003")
        #expect(try await house.tenancy.notices.record(lost) == .failed)
        #expect(try await next() == now)
        #expect(try await house.tenancy.notices.record(lost) == .unchanged)
        try await house.escalate()
        #expect(try await house.steps(of: patient.alert)[2].dueAt == now.advanced(by: .seconds(600)))
    }

    @Test func `ends when the alert is retracted`() async throws {
        let (house, patient, _) = try await scene()
        try await house.escalate()
        _ = try await house.correct(patient.result, to: 150, by: try await house.laboratory())
        #expect(try await house.steps(of: patient.alert).allSatisfy { $0.state != .waiting })
        house.time.advance(by: .seconds(3600))
        try await house.escalate()
        #expect(try await house.notices(about: patient.alert).map(\.step) == [1])
    }

    @Test func `starts again for an alert that lost its steps`() async throws {
        let (house, patient, _) = try await scene()
        let now = house.time.now
        try await house.store.write { (tx) throws(DatabaseError) in try tx.cancelSteps(of: patient.alert, at: now) }
        #expect(try await house.tenancy.escalation.audit() == 1)
        #expect(try await house.tenancy.escalation.audit() == 0)
        try await house.escalate()
        #expect(try await house.notices(about: patient.alert).map(\.kind) == [.alertStaff])
    }

    @Test func `reaches an administrator, or else warns`() async throws {
        let house = try TestHouse()
        #expect(try await house.tenancy.escalation.reach().hasEnd == false)
        _ = try await house.somebody(.administrator)
        #expect(try await house.tenancy.escalation.reach() == Reach())
    }

    @Test func `warns of a team whose clinicians on call have no second factor to acknowledge with`() async throws {
        let house = try TestHouse()
        _ = try await house.somebody(.administrator)
        let doctor = try #require(try await house.somebody(.clinician).subject.account)
        _ = try await house.tenancy.teams.create("on-call", description: nil, timeZone: "UTC", by: .command)
        _ = try await house.tenancy.teams.add(.account(doctor), to: "on-call", by: .command)
        #expect(try await house.tenancy.escalation.reach() == Reach(teamsWithoutSignIn: ["on-call"]))
        let now = house.time.now
        try await house.store.write { (tx) throws(DatabaseError) in
            try tx.setSecondFactor(
                of: doctor, secret: Array(repeating: 7, count: 20), usedStep: 0, backupCodes: [], at: now)
        }
        #expect(try await house.tenancy.escalation.reach() == Reach())
    }

    @Test func `does not tell a patient whose result is held`() async throws {
        let house = try TestHouse()
        let patient = try await Patient(house)
        _ = try await house.somebody(.patient(patient.id))
        try await house.store.write { (tx) throws(DatabaseError) in
            try tx.setResultHold(.otherResult, of: patient.result, at: patient.house.time.now)
        }
        try await house.escalate()
        #expect(try await house.notices(about: patient.alert).isEmpty)
    }
}

extension TestHouse {
    /// Carries out every step that is due.
    func escalate() async throws {
        while try await !tenancy.escalation.fire().lateness.isEmpty {}
    }

    func notices(about alert: AlertID) async throws -> [Notice] {
        try await store.read { (tx) throws(DatabaseError) in try tx.notices(about: alert) }
    }

    func steps(of alert: AlertID) async throws -> [AlertStep] {
        try await store.read { (tx) throws(DatabaseError) in try tx.steps(of: alert) }
    }
}
