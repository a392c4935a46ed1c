import FairKitCore
import FairKitStore
import Relational
import Testing

@Suite struct `Claiming alerts` {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    @Test func `leases critical ones first, then those that waited longest for their band`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            // number, band, seconds ago
            try await store.raise([
                (1, .information, 0), (2, .urgent, 0), (3, .critical, 0), (4, .result, 3700), (5, .critical, 50_000),
                (6, .result, 0), (7, .information, 86_550), (8, .urgent, 200), (9, .critical, 60),
            ])
            let all = try await store.claim(9)
            #expect(all.map(\.alert.id) == [5, 9, 3, 8, 7, 4, 2, 6, 1].map { AlertID(number: $0) })
            #expect(try await store.claim(9).isEmpty)
        }
    }

    @Test func `leases as many as there are secrets, each with its own token`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            try await store.raise((1...7).map { ($0, $0 % 2 == 0 ? .critical : .urgent, 0) })
            let batches = [try await store.claim(2), try await store.claim(3), try await store.claim(5)]
            #expect(batches.map(\.count) == [2, 3, 2])
            let all = batches.flatMap(\.self)
            #expect(
                all.map(\.alert.id.description).prefix(3) == [2, 4, 6].map { AlertID(number: $0).description }[...])
            #expect(Set(all.map(\.number)).count == 7)
            #expect(all.allSatisfy { $0.token.delivery == $0.number && $0.attempts == 0 })
            #expect(Set(all.map(\.token)).count == 7)
        }
    }

    @Test func `leases for half a minute, or as requested`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            try await store.raise([(1, .critical, 0), (2, .urgent, 0)])
            let given = try await store.claim(2)
            #expect(given.map(\.leaseExpiresAt) == [30, 30].map { Example.now.advanced(by: .seconds($0)) })
            let later = Example.now.advanced(by: .seconds(31))
            let asked = try await store.claim(2, at: later, lease: .seconds(5))
            #expect(asked.map(\.leaseExpiresAt) == [5, 5].map { later.advanced(by: .seconds($0)) })
        }
    }

    @Test func `redelivers unacked alerts after their lease, in their old position`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            try await store.raise([(1, .critical, 20), (2, .critical, 10), (3, .critical, 0)])
            let first = try await store.claim(1)
            #expect(first.map(\.alert.id) == [AlertID(number: 1)])
            let early = try await store.claim(1, at: Example.now.advanced(by: .milliseconds(29_999)))
            #expect(early.map(\.alert.id) == [AlertID(number: 2)])
            for attempt in 1...3 {
                let now = Example.now.advanced(by: .seconds(30 * attempt))
                let again = try await store.claim(1, at: now)
                #expect(again.map(\.alert.id) == [AlertID(number: 1)])
                #expect(again.map(\.attempts) == [attempt])
                #expect(again.map(\.number) == first.map(\.number))
                #expect(again.map(\.token) != first.map(\.token))
            }
        }
    }

    @Test func `gives every group every alert in its bands`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            try await store.makeGroup("paging", ConsumerGroup.Settings(bands: [.critical]))
            try await store.raise([(1, .critical, 0), (2, .result, 0), (3, .critical, 0)])
            let byDefault = try await store.claim(10)
            let paging = try await store.claim(10, from: "paging")
            #expect(byDefault.map(\.alert.id) == [1, 3, 2].map { AlertID(number: $0) })
            #expect(paging.map(\.alert.id) == [1, 3].map { AlertID(number: $0) })
            #expect(Set(byDefault.map(\.number)).isDisjoint(with: paging.map(\.number)))
            // A token of one group settles nothing in the other.
            #expect(try await store.ack(paging[0].token, in: "default") == nil)
            #expect(try await store.ack(paging[0].token, in: "paging") == .acked(at: Example.now))
            #expect(try await store.ack(byDefault[0].token) == .acked(at: Example.now))
        }
    }

    @Test func `finds a group by its exact name only`() async throws {
        try await scratch.withNewStore { (store) async throws in
            let groups = try await store.read { (tx) throws(DatabaseError) in
                [try tx.consumerGroup(named: "default"), try tx.consumerGroup(named: "Default")]
            }
            #expect(groups[0]?.name == "default")
            #expect(groups[1] == nil)
        }
    }
}
