import FairKitCore
import FairKitRuntime
import FairKitService
import FairKitStore
import Relational
import Support
import Testing

@Suite struct `Deleting expired data` {
    @Test func `keeps each account's last ten sign-ins`() async throws {
        let house = try TestHouse()
        let now = house.time.now
        let origin = Origin(address: "192.0.2.7", client: "phone", requestID: "test")
        let (often, seldom) = (try await house.somebody(.clinician), try await house.somebody(.clinician))
        let ids = [try #require(often.subject.account), try #require(seldom.subject.account)]
        /// The times of the sign-ins, in days ago.
        let days: [[Int]] = [Array(80...99).reversed(), Array(196...200).reversed()]
        try await house.store.write { (tx) throws(DatabaseError) in
            for (account, days) in zip(ids, days) {
                for day in days {
                    try tx.insertSession(
                        Session(of: account, from: origin, at: now.advanced(by: .seconds(-86_400 * day))))
                }
            }
        }
        func left(_ account: AccountID) async throws -> [Int] {
            try await house.store.read { (tx) throws(DatabaseError) in
                try tx.lastSessions(of: account, limit: 100).map {
                    Int(now.milliseconds - $0.startedAt.milliseconds) / 86_400_000
                }
            }
        }
        let lines = Lines()
        let delete = DeleteExpired(
            store: house.store, now: { now }, clock: ScriptedClock { _ in throw CancellationError() },
            logger: lines.logger)
        try await delete.run()
        #expect(try await left(ids[0]) == Array(80...90))
        #expect(try await left(ids[1]) == Array(196...200))
        // A further one displaces the oldest.
        try await house.store.write { (tx) throws(DatabaseError) in
            try tx.insertSession(Session(of: ids[0], from: origin, at: now))
            try tx.deleteAccount(ids[1], by: often.subject.id, at: now)
        }
        try await delete.run()
        #expect(try await left(ids[0]) == [0] + Array(80...90))
        #expect(try await left(ids[1]) == [], "who has no account any more has no history")
        #expect(try await house.tenancy.ownAccount.signIns(by: often).map(\.session.address).count == 10)
        #expect(lines.all.isEmpty)
    }

    @Test func `deletes delivery attempts after ninety days`() async throws {
        let house = try TestHouse()
        let now = house.time.now
        let send = { @Sendable (days: Int64) in
            DeliveryAttempt(
                at: now.advanced(by: .seconds(-86_400 * days)), alertID: AlertID.first(at: now), delivery: days,
                channel: .webhook,
                outcome: .failed, httpStatus: 500, milliseconds: 12, attempt: 1)
        }
        try await house.store.write { (tx) throws(DatabaseError) in
            guard let group = try tx.consumerGroup(named: ConsumerGroup.defaultName) else { throw .closed }
            for days in [91, 89, 1] as [Int64] { try tx.recordAttempt(send(days), of: group) }
        }
        let lines = Lines()
        try await DeleteExpired(
            store: house.store, now: { now }, clock: ScriptedClock { _ in throw CancellationError() },
            logger: lines.logger
        ).run()
        let left = try await house.store.read { (tx) throws(DatabaseError) in
            guard let group = try tx.consumerGroup(named: ConsumerGroup.defaultName) else { throw .closed }
            return try tx.deliveryAttempts(of: group, before: nil, limit: 10).items.map(\.attempt.delivery)
        }
        #expect(left == [1, 89])
        #expect(lines.all.isEmpty)
    }
}
