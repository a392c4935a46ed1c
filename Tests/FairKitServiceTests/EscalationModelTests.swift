import FairKitCore
import FairKitService
import FairKitStore
import FoundationEssentials
import Support
import Testing

/// Random results, read-backs, corrections, care, messages that arrive or fail, steps of the clock and crashes. After each of them the promises of
/// the closed loop hold; `scripts/test --long` takes more steps.
@Suite struct `Whatever happens to critical alerts` {
    @Test(arguments: 1...4)
    func `the promises of the closed loop hold`(seed: Int) async throws {
        let ward = try await Ward(seed: UInt64(seed))
        for turn in 0..<turns {
            try await ward.step()
            try await ward.check(turn)
        }
        #expect(ward.acknowledged.count > turns / 50, "alerts were acknowledged")
    }
}

private let turns = ProcessInfo.processInfo.environment["FAIRKIT_ESCALATION_STEPS"].flatMap(Int.init) ?? 250

/// A hospital, and what is known of its alerts.
private final class Ward {
    private var house: TestHouse
    private var random: Steps
    private let laboratory: Caller
    private let clinicians: [Caller]
    private var patients: [ProfileID] = []
    private var results: [ResultID] = []
    private var alerts: Set<AlertID> = []
    /// By whom, and when.
    private(set) var acknowledged: [AlertID: Caller] = [:]
    private var number: Int64 = 0

    init(seed: UInt64) async throws {
        house = try TestHouse()
        random = Steps(state: seed)
        laboratory = try await house.laboratory()
        var clinicians: [Caller] = []
        for _ in 0..<3 { clinicians.append(try await house.somebody(.clinician)) }
        self.clinicians = clinicians
        _ = try await house.somebody(.administrator)
        for _ in 0..<4 {
            // One has no account, and is told by the contact of the profile.
            let hasAccount = !patients.isEmpty
            let patient = try await house.person(email: hasAccount ? nil : "amina@example.org")
            if hasAccount { _ = try await house.somebody(.patient(patient)) }
            patients.append(patient)
        }
    }

    func step() async throws {
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<4: try await post()
        case 4..<8: try await readBack()
        case 8: try await correct()
        case 9: try await assign()
        case 10: house = try TestHouse(after: house, clock: StillClock())
        case 11: try await setClock()
        case 12: _ = try await house.tenancy.escalation.fire()
        case 13..<15: try await send()
        default:
            house.time.advance(by: .seconds(Int64.random(in: 1...600, using: &random)))
            try await house.escalate()
        }
    }

    private func post() async throws {
        number += 1
        let code = try #require(KitCode(number: number))
        if Bool.random(using: &random), let patient = patients.randomElement(using: &random) {
            _ = try? await house.tenancy.kits.register(
                KitRegistration(photo: nil, barcode: "\(code)", profileID: patient), by: house.caller(.administrator))
        }
        let recorded = try await house.record("N-\(number)", "\(code)", 820, by: laboratory).result
        results.append(recorded.id)
        alerts.formUnion([recorded.alertID].compactMap(\.self))
    }

    /// Right or wrong, of an alert in any state.
    private func readBack() async throws {
        guard let alert = alerts.randomElement(using: &random), let clinician = clinicians.randomElement(using: &random)
        else { return }
        let record = try #require(
            try await house.store.read { (tx) throws(DatabaseError) in try tx.readBackRecord(of: alert) })
        let isRight = Bool.random(using: &random)
        let value = Level(
            value: isRight ? record.level.value : Thousandths(count: 1), unit: record.level.unit, comparator: nil)
        let readBack = ReadBack(
            level: value, identifiers: .init(kitCode: record.kitCode, reference: record.reference),
            reached: .patientByPhone, note: nil)
        do {
            let done = try await house.tenancy.alerts.acknowledge(alert, readBack, by: clinician)
            #expect(isRight || acknowledged[alert] != nil, "a wrong read-back acknowledges nothing")
            if let first = acknowledged[alert] {
                #expect(first.subject == clinician.subject, "an alert is acknowledged once")
            }
            #expect(done.loop.acknowledgement?.account == clinician.subject.account)
            acknowledged[alert] = clinician
        } catch .own, .notFound {
            // It was wrong, had ended, or is not the clinician's to see.
        }
    }

    private func correct() async throws {
        guard let result = results.randomElement(using: &random) else { return }
        let level: Int64 = [150, 820, 910].randomElement(using: &random) ?? 150
        _ = try? await house.correct(result, to: level, by: laboratory)
        let standing = try await house.store.read { (tx) throws(DatabaseError) in try tx.standingAlerts(about: result) }
        alerts.formUnion(standing.filter { $0.band == .critical }.map(\.id))
    }

    private func assign() async throws {
        guard let account = clinicians.randomElement(using: &random)?.subject.account,
            let patient = patients.randomElement(using: &random)
        else { return }
        _ = try? await house.tenancy.care.assign(
            account, to: patient, from: nil, until: house.time.now.advanced(by: .seconds(3600)),
            by: house.caller(.administrator))
    }

    /// Messages are sent, and each ends in some way.
    private func send() async throws {
        let due = try await house.tenancy.notices.due(over: .email, critical: true, except: [], limit: 20)
        for send in due {
            let outcomes: [SendOutcome] = [.accepted, .refused, .gone, .postponed]
            let outcome = outcomes.randomElement(using: &random) ?? .accepted
            let again = house.time.now.advanced(by: .seconds(30))
            let answer = SendAnswer(outcome, reference: "\(send.send.id)")
            try await house.tenancy.notices.settle(send, answer, due: again)
            guard Bool.random(using: &random) else { continue }
            let states: [MessageReceipt.State] = [.underway, .delivered, .failed, .gone]
            let receipt = MessageReceipt(
                over: .email, reference: "\(send.send.id)", state: states.randomElement(using: &random) ?? .failed,
                code: nil)
            for _ in 0..<Int.random(in: 1...2, using: &random) { _ = try await house.tenancy.notices.note(receipt) }
        }
    }

    /// Whether a step has told staff, and none of its messages can arrive any more.
    private func isLost(_ step: AlertStep, _ notices: [Notice], _ sends: [NoticeSend]) -> Bool {
        let told = Set(notices.filter { $0.step == step.number && $0.kind != .alertPatient }.map(\.id))
        let sent = sends.filter { told.contains($0.notice) }
        return step.state == .fired && step.repeats == nil && !sent.isEmpty && sent.allSatisfy { $0.state == .failed }
    }

    /// What `FollowClock` does, while the server runs.
    private func setClock() async throws {
        let size = Int64(1) << Int64.random(in: 2...20, using: &random)
        let step = Duration.seconds(Bool.random(using: &random) ? size : -size)
        let before = house.time.now
        house.time.advance(by: step)
        try await house.store.write { (tx) throws(DatabaseError) in
            try tx.moveTimes(by: step, of: step > .zero ? before : nil)
        }
    }

    func check(_ turn: Int) async throws {
        let known = alerts
        let found = try await house.store.read {
            (tx) throws(DatabaseError) -> [(Alert?, [AlertStep], [Notice], [NoticeSend])] in
            #expect(try tx.alertsWithoutStep(limit: 1).isEmpty, "turn \(turn): an open alert has a next step")
            return try known.map { (id) throws(DatabaseError) in
                (try tx.alert(id), try tx.steps(of: id), try tx.notices(about: id), try tx.sends(about: id))
            }
        }
        for (alert, steps, notices, sends) in found {
            let alert = try #require(alert)
            let told = notices.map { "\($0.receiver) \($0.kind) \($0.step)" }
            #expect(Set(told).count == told.count, "turn \(turn): no one is told twice for one step")
            guard alert.state != .open else {
                for step in steps where isLost(step, notices, sends) {
                    let next = steps.first { $0.number == step.number + 1 }
                    let due = next?.dueAt
                    #expect(due.map { $0 <= house.time.now } ?? true, "turn \(turn): a lost step is not waited out")
                }
                continue
            }
            #expect(steps.allSatisfy { $0.state != .waiting }, "turn \(turn): an alert that ended has no next step")
            let closing = Set(notices.filter { $0.kind == .alertAcknowledgedStaff }.map(\.id))
            #expect(
                sends.allSatisfy { $0.state != .waiting || closing.contains($0.notice) },
                "turn \(turn): nothing more is sent about an alert that ended")
        }
    }
}
