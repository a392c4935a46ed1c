import FairKitCore
import FairKitService
import FairKitStore
import Relational
import Support
import Testing

@Suite struct `A waiting claim` {
    private static let code = "FU-KIT-2025110701-X"

    @Test(.timeLimit(.minutes(10))) func `returns when a result arrives`() async throws {
        let house = try TestHouse()
        let laboratory = try await house.laboratory()
        async let claimed = house.claim(wait: 30)
        await house.untilClaimsWait()
        let recorded = try await house.record("N-1", Self.code, 820, by: laboratory)
        #expect(try await claimed.map(\.alert.id) == [recorded.result.alertID])
    }

    @Test(.timeLimit(.minutes(10))) func `is one of several, each woken by one alert`() async throws {
        let house = try TestHouse()
        let laboratory = try await house.laboratory()
        let answered = try await withThrowingTaskGroup(of: [AlertID].self) { group in
            for _ in 0..<8 { group.addTask { try await house.claim(1, wait: 30).map(\.alert.id) } }
            await house.untilClaimsWait(8)
            for number in 0..<8 {
                let code = try #require(KitCode(number: Int64(number)))
                _ = try await house.record("N-\(number)", "\(code)", 820, by: laboratory)
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(answered.count == 8)
        #expect(Set(answered).count == 8)
    }

    @Test(.timeLimit(.minutes(10))) func `that is cancelled swallows no alert`() async throws {
        let house = try TestHouse()
        let laboratory = try await house.laboratory()
        let waiting = Task { try await house.claim(wait: 30) }
        await house.untilClaimsWait()
        waiting.cancel()
        let given = try await waiting.value
        #expect(given.isEmpty)
        _ = try await house.record("N-1", Self.code, 820, by: laboratory)
        let claimed = try await house.claim()
        #expect(claimed.map(\.attempts) == [0])
    }

    @Test(.timeLimit(.minutes(10))) func `gets nothing once its key is revoked`() async throws {
        let house = try TestHouse()
        let laboratory = try await house.laboratory()
        let (key, _) = try await house.tenancy.keys.create(name: "pager", for: .consumer, by: .command)
        let pager = Caller(subject: Subject(.key(key.id), role: .consumer), route: "test", requestID: "test")
        let request = try ClaimRequest(
            group: "default", consumer: nil, limit: 1, leaseSeconds: nil, waitSeconds: 30)
        async let claimed = house.tenancy.deliveries.claim(request, by: pager)
        await house.untilClaimsWait()
        try await house.tenancy.keys.revoke(key.id, by: .command)
        _ = try await house.record("N-1", Self.code, 820, by: laboratory)
        do {
            let alerts = try await claimed
            Issue.record("\(alerts.count) deliveries were leased")
        } catch {
            guard case .own(.keyEnded) = error as? Refusal<ClaimFailure> else {
                Issue.record("\(error)")
                return
            }
        }
        #expect(try await house.claim().count == 1, "somebody else gets it at once")
    }

    @Test(.timeLimit(.minutes(10))) func `returns empty at its time limit`() async throws {
        let clock = ManualClock()
        let house = try TestHouse(clock: clock)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { [waiters = house.tenancy.waiters] in await waiters.run() }
            for wait in [30, 20] {
                async let claimed = house.claim(wait: wait)
                await house.untilClaimsWait()
                await clock.untilSleeping(1)
                clock.advance(by: .seconds(wait - 1))
                #expect(house.tenancy.waiters.waiting(in: "default") == 1)
                await clock.untilSleeping(1)
                clock.advance(by: .seconds(1))
                let given = try await claimed
                #expect(given.isEmpty)
            }
            tasks.cancelAll()
        }
        #expect(house.tenancy.waiters.waiting(in: "default") == 0)
    }

    @Test(.timeLimit(.minutes(10))) func `with a shorter wait returns before an earlier one`() async throws {
        let clock = ManualClock()
        let house = try TestHouse(clock: clock)
        try await withThrowingTaskGroup(of: Int.self) { tasks in
            tasks.addTask { [waiters = house.tenancy.waiters] in
                await waiters.run()
                return 0
            }
            for (index, wait) in [30, 10].enumerated() {
                tasks.addTask {
                    _ = try await house.claim(wait: wait)
                    return wait
                }
                await house.untilClaimsWait(index + 1)
            }
            await house.pass(20, by: clock) { house.tenancy.waiters.waiting(in: "default") == 1 }
            let first = try await tasks.next()
            #expect(first == 10)
            tasks.cancelAll()
        }
    }

    @Test(.timeLimit(.minutes(10))) func `returns when a lease expires`() async throws {
        let clock = ManualClock()
        let house = try TestHouse(clock: clock)
        _ = try await house.record("N-1", Self.code, 820, by: try await house.laboratory())
        #expect(try await house.claim().count == 1)
        let answered = try await withThrowingTaskGroup(of: [Delivery].self) { tasks in
            tasks.addTask { [waiters = house.tenancy.waiters] in
                await waiters.run()
                return []
            }
            tasks.addTask { try await house.claim(wait: 30) }
            await house.untilClaimsWait()
            house.time.advance(by: .seconds(30))
            // Shorter than the wait.
            await house.pass(20, by: clock) { house.tenancy.waiters.waiting(in: "default") == 0 }
            let answered = try await tasks.next()
            tasks.cancelAll()
            return answered
        }
        #expect(answered?.map(\.attempts) == [1])
    }

    @Test(.timeLimit(.minutes(10))) func `is not woken by a redrive in another group`() async throws {
        let house = try TestHouse()
        let admin = house.caller(.administrator)
        _ = try await house.tenancy.alertGroups.create(
            "pager", ConsumerGroup.Settings(criticalMaxInFlight: 1000), by: admin)
        _ = try await house.record("N-1", Self.code, 820, by: try await house.laboratory())
        // No rule raises non-critical alerts by default, and no critical one is parked.
        try await house.store.write { (tx) throws(DatabaseError) in
            try tx.run("UPDATE alert SET band = 2")
            try tx.run("UPDATE delivery SET lane = 1, attempts = 19")
        }
        let delivery = try #require(try await house.claim(1).first)
        _ = try await house.tenancy.deliveries.release(
            ["\(delivery.token)"], reason: "the gateway is down", delaySeconds: 0, in: "default",
            by: house.caller(.consumer))
        let before = (house.tenancy.waiters.wakes(in: "default"), house.tenancy.waiters.wakes(in: "pager"))
        #expect(try await house.tenancy.deliveries.redrive(nil, in: "default", by: admin).count == 1)
        #expect(house.tenancy.waiters.wakes(in: "default") == before.0 + 1)
        #expect(house.tenancy.waiters.wakes(in: "pager") == before.1)
    }
}
