import FairKitCore
import FairKitRuntime
import FairKitService
import FairKitStore
import Support
import Testing

@Suite struct `Backfilling open alerts` {
    @Test func `gives a new group some at once, and the rest soon`() async throws {
        let house = try TestHouse(clock: ScriptedClock { _ in throw CancellationError() })
        let laboratory = try await house.laboratory()
        for number in 1...410 {
            let code = try #require(KitCode(number: Int64(number)))
            _ = try await house.record("N-\(number)", code.description, 820, by: laboratory)
        }
        let pager = try await house.tenancy.alertGroups.create(
            "pager", ConsumerGroup.Settings(criticalMaxInFlight: 1000), from: Timestamp(milliseconds: 0),
            by: house.caller(.administrator))
        #expect(try await claimAll(from: pager, of: house) == 200)
        await #expect(throws: Refusal<GroupFailure>.self) {
            try await house.tenancy.alertGroups.remove(pager.name, by: .command)
        }
        let lines = Lines()
        let wakes = house.tenancy.waiters.wakes(in: pager.name)
        try await RepeatedWork.backfillGroups(house.tenancy, logger: lines.logger).run()
        #expect(house.tenancy.waiters.wakes(in: pager.name) > wakes)
        #expect(try await claimAll(from: pager, of: house) == 210)
        #expect(lines.all.map { $0.hasPrefix("notice open alerts were backfilled to groups") } == [true])
    }

    @Test func `logs a failure, and continues`() async throws {
        let house = try TestHouse(clock: ScriptedClock { look in if look == 2 { throw CancellationError() } })
        house.store.close()
        let lines = Lines()
        try await RepeatedWork.backfillGroups(house.tenancy, logger: lines.logger).run()
        #expect(lines.all.map { $0.hasPrefix("error open alerts could not be backfilled") } == [true, true])
    }

    private func claimAll(from group: ConsumerGroup, of house: TestHouse) async throws -> Int {
        var count = 0
        while true {
            let claimed = try await house.tenancy.deliveries.claim(
                try ClaimRequest(group: group.name, consumer: nil, limit: 100, leaseSeconds: 900),
                by: house.caller(.consumer))
            if claimed.isEmpty { return count }
            count += claimed.count
        }
    }
}
