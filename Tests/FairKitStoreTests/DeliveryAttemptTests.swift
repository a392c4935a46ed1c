import FairKitCore
import FairKitStore
import Relational
import Testing

@Suite struct `Delivery attempts` {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    @Test func `are deleted a hundred at a time, except the last`() async throws {
        try await scratch.withNewStore { (store) async throws in
            let counts = try await store.write { (tx) throws(DatabaseError) in
                guard let group = try tx.consumerGroup(named: "default") else { throw .closed }
                for second in 1...250 as ClosedRange<Int64> {
                    let attempt = DeliveryAttempt(
                        at: Example.now.advanced(by: .seconds(second)), alertID: AlertID(number: second),
                        delivery: second,
                        channel: .webhook, outcome: .failed, httpStatus: 500, milliseconds: 12, attempt: 1)
                    try tx.recordAttempt(attempt, of: group)
                }
                let half = Example.now.advanced(by: .seconds(150) + DeliveryAttempt.kept)
                var counts = try (1...3).map { _ throws(DatabaseError) in try tx.deleteExpired(.attempts, at: half) }
                counts += try (1...3).map { _ throws(DatabaseError) in
                    try tx.deleteExpired(.attempts, at: half.advanced(by: .seconds(1000)))
                }
                return counts
            }
            #expect(counts == [100, 49, 0, 100, 0, 0])
            #expect(try await store.values("SELECT number FROM delivery_attempt") == [250])
        }
    }

    @Test func `tell tests from those whose alert was erased`() async throws {
        let test = DeliveryAttempt(testAt: Example.now, outcome: .delivered, httpStatus: 200, milliseconds: 1)
        #expect(MovedLimits.of("delivery").contains(test.delivery), "archives have it")
        try await scratch.withNewStore { (store) async throws in
            let listed = try await store.write { (tx) throws(DatabaseError) in
                guard let group = try tx.consumerGroup(named: "default") else { throw .closed }
                try tx.recordAttempt(test, of: group)
                try tx.recordAttempt(test, of: group)
                try tx.run("UPDATE delivery_attempt SET delivery = 0 WHERE number = 2")
                return try tx.deliveryAttempts(of: group, before: nil, limit: 10).items
            }
            #expect(listed.map(\.attempt.isTest) == [false, true])
        }
    }
}
