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
        let mail = OutboxMail(
            .reset, to: MailRecipient(try #require(MailAddress("ada@example.org")), in: .english),
            link: "https://kit.example/reset#s3cr3t", at: house.time.now)
        let due = house.time.now.advanced(by: .seconds(600))
        try await house.store.write { (tx) throws(DatabaseError) in
            try tx.insert(mail)
            try tx.settle(mail.id, MailAnswer(.postponed, status: 451), due: due, at: mail.createdAt)
        }
        house.time.advance(by: .seconds(seconds))
        await life.pass(1)
        let found = try await house.store.read { (tx) throws(DatabaseError) in try tx.mail(mail.id) }
        #expect(found?.dueAt == due.advanced(by: .seconds(seconds)))
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
