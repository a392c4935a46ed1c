import FairKitCore
import FairKitService
import FairKitStore
import SQLCipher
import Support
import Testing

@Suite struct `Deleting what has expired` {
    @Test func `forgets attempts to send after ninety days`() async throws {
        let house = try TestHouse()
        let now = house.time.now
        let send = { @Sendable (days: Int64) in
            Send(
                at: now.advanced(by: .seconds(-86_400 * days)), alertID: AlertID.first(at: now), delivery: days,
                channel: .webhook,
                outcome: .failed, httpStatus: 500, milliseconds: 12, attempt: 1)
        }
        try await house.store.write { (tx) throws(DatabaseError) in
            guard let group = try tx.consumerGroup(named: ConsumerGroup.defaultName) else { throw .closed }
            for days in [91, 89, 1] as [Int64] { try tx.record(send(days), of: group) }
        }
        let lines = Lines()
        try await DeleteExpired(
            store: house.store, now: { now }, clock: ScriptedClock { _ in throw CancellationError() },
            logger: lines.logger
        ).run()
        let left = try await house.store.read { (tx) throws(DatabaseError) in
            guard let group = try tx.consumerGroup(named: ConsumerGroup.defaultName) else { throw .closed }
            return try tx.sends(of: group, before: nil, limit: 10).items.map(\.delivery)
        }
        #expect(left == [1, 89])
        #expect(lines.all.isEmpty)
    }
}
