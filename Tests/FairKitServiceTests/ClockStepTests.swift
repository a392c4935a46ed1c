import FairKitCore
import FairKitRuntime
import FairKitService
import FairKitStore
import FoundationEssentials
import Logging
import Relational
import ServiceLifecycle
import Support
import Testing

/// A lease keeps its duration whenever the system clock is set.
@Suite struct `A step of the clock` {
    private let code = "FU-KIT-2025110701-X"

    private func houseWithAlert(_ clock: any Clock<Duration> = StillClock()) async throws -> TestHouse {
        let house = try TestHouse(clock: clock)
        _ = try await house.record("N-1", code, 820, by: try await house.laboratory())
        return house
    }

    @Test(arguments: [7_200, 86_400 * 400] as [Int64])
    func `hides no alert that was leased while it was ahead`(seconds: Int64) async throws {
        let house = try await houseWithAlert()
        house.time.advance(by: .seconds(seconds))
        let ahead = try #require(try await house.claim().first)
        house.time.advance(by: .seconds(-seconds))
        let again = try #require(try await house.claim().first, "without anybody who follows the clock")
        #expect(again.number == ahead.number && again.token != ahead.token)
        #expect(try await house.claim().isEmpty, "it has a lease of its own now")
    }

    @Test func `ends a delay beyond the longest possible`() async throws {
        let house = try await houseWithAlert()
        house.time.advance(by: .seconds(7_200))
        let ahead = try #require(try await house.claim().first)
        _ = try await house.tenancy.deliveries.release(
            ["\(ahead.token)"], reason: nil, delaySeconds: 3600, in: "default", by: house.caller(.consumer))
        house.time.advance(by: .seconds(-7_200))
        #expect(try await house.claim().count == 1)
    }

    /// Steps of seconds to years in both directions while the server runs: a lease of eight seconds expires after eight
    /// seconds.
    @Test(arguments: 1...20)
    func `neither shortens nor lengthens a lease`(seed: Int) async throws {
        var random = Steps(state: UInt64(seed))
        let life = try await Life(houseWithAlert)
        let house = life.house
        for _ in 0..<5 {
            let lease = try #require(try await house.claim(lease: 8).first)
            let spent = Int.random(in: 0...5, using: &random)
            await life.pass(spent)
            let size = Int64(1) << Int64.random(in: 2...28, using: &random)
            house.time.advance(by: .seconds(Bool.random(using: &random) ? size : -size))
            await life.pass(1)
            #expect(try await house.claim(lease: 8).isEmpty, "it is leased for \(7 - spent) seconds more")
            await life.pass(8 - spent)
            let next = try await house.claim(lease: 8)
            #expect(next.map(\.number) == [lease.number], "it is over")
            await life.pass(9)
        }
        await life.end()
    }

    /// Steps in both directions, while the server runs, just before it crashes, and while it is down; and leases in the
    /// second before a step is noticed. Each alert is leased again at most a second after its lease should expire.
    @Test(arguments: 1...seeds)
    func `hides no alert through steps and crashes`(seed: Int) async throws {
        var random = Steps(state: UInt64(seed))
        let life = try await Life(houseWithAlert)
        for turn in 0..<6 {
            await life.pass(1)
            let lease = try #require(try await life.house.claim(lease: 8).first, "turn \(turn)")
            await life.pass(Int.random(in: 0...5, using: &random))
            let size = Int64(1) << Int64.random(in: 1...28, using: &random)
            let step = Duration.seconds(Bool.random(using: &random) ? size : -size)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: life.house.time.advance(by: step)
            case 1:
                life.house.time.advance(by: step)
                try await life.crash()
            case 2:
                try await life.crash { $0.advance(by: step) }
            case 3:
                life.house.time.advance(by: step)
                await life.pass(1)
                try await life.crash()
            default:
                // Released, and claimed again before the step is noticed.
                _ = try await life.house.tenancy.deliveries.release(
                    ["\(lease.token)"], reason: nil, delaySeconds: 0, in: "default", by: life.house.caller(.consumer))
                life.house.time.advance(by: step)
                _ = try #require(try await life.house.claim(lease: 8).first)
            }
            await life.pass(9)
            let again = try await life.house.claim(lease: 8)
            #expect(again.map(\.number) == [lease.number], "turn \(turn), \(step)")
            await life.pass(9)
        }
        await life.end()
    }

    @Test(arguments: [7_200, -7_200] as [Int64])
    func `adjusts the pauses of mails`(seconds: Int64) async throws {
        let life = try await Life(houseWithAlert)
        let house = life.house
        let mail = Notice(
            .reset, to: MailRecipient(try #require(MailAddress("ada@example.org")), in: .english),
            link: "https://kit.example/reset#s3cr3t", at: house.time.now)
        let due = house.time.now.advanced(by: .seconds(600))
        try await house.store.write { (tx) throws(DatabaseError) in
            try tx.insertMail(mail)
            for send in try tx.sends(of: mail.id) {
                try tx.settleSend(
                    send.id, .waiting, error: "postponed 451", reference: nil, due: due, at: mail.createdAt)
            }
        }
        house.time.advance(by: .seconds(seconds))
        await life.pass(1)
        let found = try await house.store.read { (tx) throws(DatabaseError) in try tx.sends(of: mail.id).first }
        #expect(found?.dueAt == due.advanced(by: .seconds(seconds)))
        await life.end()
    }

    /// A step of an escalation, a postponed message, a mail, a lease and a delay wait; the server runs, or is killed
    /// while the clock is set back. What was due after a time is due after that time, and after a restart up to a beat
    /// earlier, since it is not known how long the server was down.
    @Test(arguments: Waiting.allCases, [7_200, -7_200, 259_200, -259_200] as [Int64])
    fileprivate func `keeps the distance of whatever waits`(waiting: Waiting, seconds: Int64) async throws {
        for isKilled in seconds < 0 ? [false, true] : [false] {
            let life = try await Life(houseWithAlert)
            try await life.house.makeEverythingWait()
            await life.pass(6)
            let left = try await life.house.left(of: waiting)
            if isKilled {
                try await life.crash { $0.advance(by: .seconds(seconds)) }
            } else {
                life.house.time.advance(by: .seconds(seconds))
            }
            #expect(try await life.house.left(of: waiting) <= left)
            await life.pass(1)
            let least = left - .seconds(1) - (isKilled ? FollowClock.beat * 2 : .zero)
            #expect(
                (least...left - .seconds(1)).contains(try await life.house.left(of: waiting)), "killed: \(isKilled)")
            #expect(life.house.tenancy.now() == life.house.time.now, "the clock is followed")
            await life.end()
        }
    }

    @Test(arguments: [7_200, 259_200, -7_200] as [Int64])
    func `leaves each alert that is raised around it the time between its steps`(seconds: Int64) async throws {
        let life = try await Life(houseWithAlert)
        let (house, laboratory) = (life.house, try await life.house.laboratory())
        for number in 1...6 {
            let code = "\(try #require(KitCode(number: Int64(number))))"
            _ = try await house.record("M-\(number)", code, 820, by: laboratory)
            if number == 3 { house.time.advance(by: .seconds(seconds)) }
            if number == 4 { await life.pass(1) }
        }
        let now = house.tenancy.now()
        let (first, second) = try await house.store.read { (tx) throws(DatabaseError) in
            let due = try tx.dueSteps(at: now, limit: 100)
            let next = try tx.all("SELECT due_at FROM alert_step WHERE number = 2") { row throws(DatabaseError) in
                now.distance(to: try row.value(0))
            }
            return (due, next)
        }
        #expect(first.count == 7 && first.allSatisfy { $0.number == 1 })
        #expect(second.count == 7 && second.allSatisfy { $0 >= .seconds(298) && $0 <= .seconds(300) })
        await life.end()
    }

    @Test func `is reported for an hour, with its size`() async throws {
        let life = try await Life(houseWithAlert)
        #expect(try await life.house.tenancy.operations.readiness().clockStep == nil)
        life.house.time.advance(by: .seconds(-7_200))
        await life.pass(1)
        #expect(try await life.house.tenancy.operations.readiness().clockStep == .seconds(-7_200))
        await life.pass(1, of: 3_590)
        #expect(try await life.house.tenancy.operations.readiness().clockStep == .seconds(-7_200))
        await life.pass(1, of: 10)
        #expect(try await life.house.tenancy.operations.readiness().clockStep == nil)
        await life.end()
    }
}

/// An entry that is due at a time that the store holds.
private enum Waiting: CaseIterable {
    case step, message, mail, lease, delay

    var due: SQL {
        switch self {
        case .step: "SELECT MIN(due_at) FROM alert_step WHERE due_at IS NOT NULL"
        case .message: "SELECT MIN(due_at) FROM notice_send WHERE due_at IS NOT NULL AND lane < 2"
        case .mail: "SELECT MIN(due_at) FROM notice_send WHERE due_at IS NOT NULL AND lane = 2"
        case .lease: "SELECT MIN(lease_expires_at) FROM delivery WHERE state = 'leased'"
        case .delay: "SELECT MIN(due_at) FROM delivery WHERE due_at IS NOT NULL"
        }
    }
}

extension TestHouse {
    fileprivate func makeEverythingWait() async throws {
        _ = try await somebody(.administrator)
        try await escalate()
        for send in try await tenancy.notices.due(over: .email, in: .critical, except: [], limit: 10) {
            try await tenancy.notices.settle(
                send, SendAnswer(.postponed), due: tenancy.now().advanced(by: .seconds(25)))
        }
        let mail = Notice(
            .reset, to: MailRecipient(try #require(MailAddress("ada@example.org")), in: .english),
            link: "https://kit.example/reset#s3cr3t", at: tenancy.now())
        let due = tenancy.now().advanced(by: .seconds(600))
        try await store.write { (tx) throws(DatabaseError) in
            try tx.insertMail(mail)
            for send in try tx.sends(of: mail.id) {
                try tx.settleSend(
                    send.id, .waiting, error: "postponed 451", reference: nil, due: due, at: mail.createdAt)
            }
        }
        _ = try await record("N-2", "\(try #require(KitCode(number: 2)))", 820, by: try await laboratory())
        let claimed = try await claim(2, lease: 800)
        _ = try await tenancy.deliveries.release(
            ["\(try #require(claimed.first).token)"], reason: nil, delaySeconds: 600, in: "default",
            by: caller(.consumer))
    }

    /// How long it is until something is due.
    fileprivate func left(of waiting: Waiting) async throws -> Duration {
        let due = try await store.read { (tx) throws(DatabaseError) in
            try tx.first(waiting.due) { row throws(DatabaseError) in try row.value(0, as: Timestamp?.self) } ?? nil
        }
        return tenancy.now().distance(to: try #require(due))
    }
}

/// The number of seeds; `scripts/test --long` tries more.
private let seeds = ProcessInfo.processInfo.environment["FAIRKIT_CLOCK_SEEDS"].flatMap(Int.init) ?? 20

/// A house that follows the system clock and may crash.
private final class Life {
    private let clock: ManualClock
    private(set) var house: TestHouse
    private var following: Task<Void, any Error>?

    init(_ make: (any Clock<Duration>) async throws -> TestHouse) async throws {
        clock = ManualClock()
        house = try await make(clock)
        begin()
        await pass(1)
    }

    deinit { following?.cancel() }

    private func begin() {
        let follower = FollowClock(house.tenancy, logger: .quiet)
        following = Task { try await follower.run() }
    }

    func end() async {
        following?.cancel()
        _ = await following?.result
    }

    /// Drops what is in memory; meanwhile the clock may be set.
    func crash(_ meanwhile: (ManualTime) -> Void = { _ in }) async throws {
        await end()
        meanwhile(house.time)
        house = try TestHouse(after: house, clock: clock)
        begin()
        await clock.untilSleeping(1)
    }

    /// Advances both the system clock and the monotonic clock.
    func pass(_ times: Int, of seconds: Int64 = 1) async {
        for _ in 0..<times {
            await clock.untilSleeping(1)
            house.time.advance(by: .seconds(seconds))
            clock.advance(by: .seconds(seconds))
        }
        await clock.untilSleeping(1)
    }
}
