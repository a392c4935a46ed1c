import FairKitCore
import FairKitService
import FairKitStore
import FoundationEssentials
import Relational
import Support
import Testing

/// Random results, read-backs, corrections, care, rosters, messages that arrive or fail, steps of the clock and crashes.
/// After each of them the promises of the closed loop hold; `scripts/test --long` takes a million steps.
@Suite struct `Whatever happens to critical alerts` {
    @Test(arguments: 1...4)
    func `the promises of the closed loop hold`(part: Int) async throws {
        var (acknowledged, turns) = (0, 0)
        // A hospital of its own for each stretch: every step checks all alerts, so long stretches cost more.
        for stretch in 0..<stretches {
            let ward = try await Ward(seed: UInt64(part + 4 * stretch))
            for _ in 0..<stretchLength {
                turns += 1
                try await ward.step()
                try await ward.check(turns)
            }
            acknowledged += ward.acknowledged.count
        }
        #expect(acknowledged > turns / 50, "alerts were acknowledged")
    }
}

/// The steps of all parts together.
private let steps = ProcessInfo.processInfo.environment["FAIRKIT_ESCALATION_STEPS"].flatMap(Int.init) ?? 1000
private let stretchLength = min(250, max(1, steps / 4))
private let stretches = max(1, steps / 4 / stretchLength)

private let teams = ["backup", "on-call", "director"]

/// A hospital, and what is known of its alerts.
private final class Ward {
    private var house: TestHouse
    private var random: Steps
    private let laboratory: Caller
    private let clinicians: [Caller]
    private var patients: [ProfileID] = []
    private var results: [ResultID] = []
    /// In the order of their raising, so that a seed makes the same choices again.
    private var alerts: [AlertID] = []
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
        for team in teams {
            _ = try await house.tenancy.teams.create(
                team, description: nil, timeZone: "UTC", by: house.caller(.administrator))
        }
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
        case 9: try await Bool.random(using: &random) ? assign() : changeRoster()
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
        know([recorded.alertID].compactMap(\.self))
    }

    /// Right or wrong, of an alert in any state.
    private func readBack() async throws {
        guard let alert = alerts.randomElement(using: &random), let clinician = clinicians.randomElement(using: &random)
        else { return }
        let record = try #require(
            try await house.store.read { (tx) throws(DatabaseError) in try tx.readBackRecord(of: alert) })
        let isRight = Bool.random(using: &random)
        let readBack = readBack(of: record, right: isRight)
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

    /// Of a withdrawn result no level is read back.
    private func readBack(of record: ReadBackRecord, right isRight: Bool) -> ReadBack {
        var level: Level?
        if let reported = record.level {
            level = Level(value: isRight ? reported.value : Thousandths(count: 1), unit: reported.unit)
        }
        return ReadBack(
            level: level,
            identifiers: .init(kitCode: record.kitCode, reference: isRight ? record.reference : "another"),
            reached: .patientByPhone, note: nil)
    }

    private func correct() async throws {
        guard let result = results.randomElement(using: &random) else { return }
        let level: Int64 = [150, 820, 910].randomElement(using: &random) ?? 150
        if Int.random(in: 0..<4, using: &random) == 0 {
            _ = try? await house.correct(result, to: nil, status: .enteredInError, by: laboratory)
        } else {
            _ = try? await house.correct(result, to: level, by: laboratory)
        }
        let standing = try await house.store.read { (tx) throws(DatabaseError) in try tx.standingAlerts(about: result) }
        know(standing.filter { $0.band == .critical }.map(\.id))
    }

    private func know(_ found: [AlertID]) {
        for alert in found where !alerts.contains(alert) { alerts.append(alert) }
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
        let due = try await house.tenancy.notices.due(over: .email, in: .critical, except: [], limit: 20)
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
            for _ in 0..<Int.random(in: 1...2, using: &random) { _ = try await house.tenancy.notices.record(receipt) }
        }
    }

    /// A clinician joins or leaves a team, or is on call for an hour.
    private func changeRoster() async throws {
        guard let account = clinicians.randomElement(using: &random)?.subject.account,
            let team = teams.randomElement(using: &random)
        else { return }
        let administrator = house.caller(.administrator)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: _ = try? await house.tenancy.teams.add(.account(account), to: team, by: .command)
        case 1: _ = try? await house.tenancy.teams.remove(account, from: team, by: .command)
        default:
            _ = try? await house.tenancy.teams.addOverride(
                to: team, of: account, replacing: nil, from: nil, until: house.time.now.advanced(by: .seconds(3600)),
                note: nil, by: administrator)
        }
    }

    /// Sets the clock, and moves the times in the store as `FollowClock` does while the server runs.
    private func setClock() async throws {
        let size = Int64(1) << Int64.random(in: 2...20, using: &random)
        let step = Duration.seconds(Bool.random(using: &random) ? size : -size)
        house.time.advance(by: step)
        try await house.store.write { (tx) throws(DatabaseError) in try tx.moveTimes(by: step, of: nil) }
    }

    /// Checks what the store holds of all alerts.
    func check(_ turn: Int) async throws {
        let now = house.time.now
        let broken = try await house.store.read { (tx) throws(DatabaseError) in
            var broken: [String] = []
            for promise in promises(at: now) where try tx.exists(promise.broken) { broken.append(promise.text) }
            return broken
        }
        #expect(broken.isEmpty, "turn \(turn)")
    }
}

/// The promises that hold at any time, each with a query that finds what breaks it.
private func promises(at now: Timestamp) -> [(text: String, broken: SQL)] {
    [
        (
            "an open critical alert has a next step",
            """
            SELECT 1 FROM alert a WHERE a.state = 'open' AND a.band = 0 AND NOT EXISTS
                (SELECT 1 FROM alert_step s WHERE s.alert_id = a.id AND s.state = 'waiting') LIMIT 1
            """
        ),
        (
            "an alert that ended has no next step",
            """
            SELECT 1 FROM alert_step s JOIN alert a ON a.id = s.alert_id WHERE s.due_at IS NOT NULL AND a.state <> 'open'
            LIMIT 1
            """
        ),
        (
            "nothing more is sent about an alert that ended, but that it was acknowledged",
            """
            SELECT 1 FROM notice_send s JOIN notice n ON n.id = s.notice_id JOIN alert a ON a.id = n.alert_id
            WHERE s.due_at IS NOT NULL AND a.state <> 'open' AND n.kind <> 'alert-acknowledged-staff' LIMIT 1
            """
        ),
        (
            "no one is told twice for one step",
            """
            SELECT 1 FROM notice WHERE alert_id IN (SELECT alert_id FROM alert_step WHERE due_at IS NOT NULL)
            GROUP BY alert_id, step, kind, receiver HAVING COUNT(*) > 1 LIMIT 1
            """
        ),
        (
            "an acknowledged alert has its acknowledgement",
            """
            SELECT 1 FROM alert a WHERE a.state = 'acknowledged' AND NOT EXISTS
                (SELECT 1 FROM acknowledgement k WHERE k.alert_id = a.id) LIMIT 1
            """
        ),
        (
            "a step of which no message arrives is not waited out",
            """
            SELECT 1 FROM alert_step s JOIN alert a ON a.id = s.alert_id
            JOIN alert_step f ON f.alert_id = s.alert_id AND f.number = s.number + 1
            WHERE a.state = 'open' AND s.state = 'fired' AND s.repeats IS NULL AND f.due_at > \(now)
                AND EXISTS (SELECT 1 FROM notice n JOIN notice_send d ON d.notice_id = n.id
                    WHERE n.alert_id = s.alert_id AND n.step = s.number AND n.kind NOT LIKE '%-patient')
                AND NOT EXISTS (SELECT 1 FROM notice n JOIN notice_send d ON d.notice_id = n.id
                    WHERE n.alert_id = s.alert_id AND n.step = s.number AND n.kind NOT LIKE '%-patient'
                        AND d.state <> 'failed') LIMIT 1
            """
        ),
    ]
}
