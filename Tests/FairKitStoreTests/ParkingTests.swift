import FairKitCore
import FairKitStore
import Relational
import Testing

@Suite struct `A delivery that fails` {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private static func after(_ seconds: Int) -> Timestamp { Example.now.advanced(by: .seconds(seconds)) }

    /// Makes the first delivery fail this often, released and expired in turn, a minute apart.
    private func fail(_ times: Int, in store: Store) async throws -> Delivery {
        var last: Delivery?
        for time in 0..<times {
            let delivery = try #require(try await store.claim(1, at: Self.after(60 * time), lease: .seconds(5)).first)
            #expect(delivery.attempts == time)
            if time % 2 == 0 { try await store.release(delivery, at: Self.after(60 * time + 1)) }
            last = delivery
        }
        return try #require(last)
    }

    private func parked(in store: Store, group name: String = "default") async throws -> [ParkedDelivery] {
        try await store.read { (tx) throws(DatabaseError) in
            guard let group = try tx.consumerGroup(named: name) else { throw .closed }
            return try tx.parkedDeliveries(of: group, after: nil, limit: 10).items
        }
    }

    private func redrive(_ numbers: [Int64]?, in store: Store, limit: Int = 10) async throws -> [Int64] {
        try await store.write { (tx) throws(DatabaseError) in
            guard let group = try tx.consumerGroup(named: "default") else { throw .closed }
            return try tx.redrive(numbers, of: group, limit: limit, actor: Example.key, at: Self.after(5000)).map(
                \.number)
        }
    }

    private func kinds(in store: Store) async throws -> [String] {
        try await store.values(
            "SELECT kind FROM alert_event WHERE kind IN ('parked', 'stuck', 'redriven') ORDER BY number")
    }

    @Test(arguments: [Band.urgent, .result, .information])
    func `twenty times is parked, with its reasons, and does not hold up others`(band: Band) async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            try await store.raise([(1, band, 100_000), (2, .information, 0)])
            let last = try await fail(20, in: store)
            // The last lease expired; the next claim records that.
            let next = try await store.claim(2, at: Self.after(3000))
            #expect(next.map(\.alert.id) == [AlertID(number: 2)])
            let found = try await parked(in: store)
            #expect(found.map(\.number) == [last.number])
            #expect(found.map(\.alertID) == [AlertID(number: 1)])
            #expect(found.map(\.band) == [band])
            #expect(found.map(\.attempts) == [20])
            #expect(found.map(\.parkedAt) == [Self.after(3000)])
            let failures = try #require(found.first).failures
            #expect(failures.map(\.reason) == (0..<20).map { $0 % 2 == 0 ? nil : "full" })
            #expect(failures.first?.at == Self.after(3000))
            #expect(failures.last?.at == Self.after(1))
            #expect(try await store.claim(2, at: Self.after(1_000_000)).map(\.alert.id) == [AlertID(number: 2)])
            #expect(try await store.ack(last.token, at: Self.after(3001)) == .stale)
            #expect(try await kinds(in: store) == ["parked"])
        }
    }

    @Test func `and is released the twentieth time is parked at once, whatever the requested delay`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            try await store.raise([(1, .urgent, 0)])
            _ = try await fail(19, in: store)
            let last = try #require(try await store.claim(1, at: Self.after(2000)).first)
            try await store.release(last, due: Self.after(4000), at: Self.after(2001))
            #expect(try await parked(in: store).map(\.parkedAt) == [Self.after(2001)])
            #expect(try await store.claim(1, at: Self.after(5000)).isEmpty)
        }
    }

    @Test func `and is critical is never parked, and is noted as stuck once`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            try await store.raise([(1, .critical, 0)])
            _ = try await fail(4, in: store)
            #expect(try await store.claim(1, at: Self.after(250)).map(\.attempts) == [4])
            #expect(try await kinds(in: store) == [])
            for attempt in 5...40 {
                let again = try await store.claim(1, at: Self.after(300 + 60 * attempt))
                #expect(again.map(\.attempts) == [attempt])
                #expect(try await kinds(in: store) == ["stuck"])
            }
            #expect(try await parked(in: store).isEmpty)
        }
    }

    @Test func `and was parked is delivered again after a redrive, in its old position`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            try await store.raise([(1, .urgent, 100), (2, .urgent, 0)])
            let last = try await fail(20, in: store)
            _ = try await store.claim(1, at: Self.after(3000), lease: .seconds(5))
            #expect(try await redrive([last.number + 1, 4711], in: store) == [])
            #expect(try await redrive([last.number, 4711], in: store) == [last.number])
            #expect(try await redrive([last.number], in: store) == [])
            #expect(try await parked(in: store).isEmpty)
            let again = try await store.claim(2, at: Self.after(6000))
            #expect(again.map(\.alert.id) == [1, 2].map { AlertID(number: $0) })
            #expect(again.map(\.attempts) == [0, 1])
            #expect(try await store.ack(last.token, at: Self.after(6000)) == .stale)
            #expect(try await kinds(in: store) == ["parked", "redriven"])
        }
    }

    @Test func `and was parked is redriven with all others, in parts`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            try await store.raise((1...5).map { ($0, .urgent, 0) })
            for time in 0...20 { _ = try await store.claim(5, at: Self.after(60 * time), lease: .seconds(5)) }
            #expect(try await parked(in: store).count == 5)
            let parts = [try await redrive(nil, in: store, limit: 3), try await redrive(nil, in: store, limit: 3)]
            #expect(parts.map(\.count) == [3, 2])
            #expect(try await redrive(nil, in: store) == [])
            #expect(try await store.claim(5, at: Self.after(6000)).count == 5)
        }
    }

    @Test func `and was parked is redelivered when its alert's patient becomes known`() async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            try await store.raise([(1, .urgent, 0)])
            _ = try await fail(20, in: store)
            #expect(try await store.claim(1, at: Self.after(3000)).isEmpty)
            try await store.write { (tx) throws(DatabaseError) in
                try tx.redeliver(AlertID(number: 1), actor: Example.key, at: Self.after(3001))
            }
            #expect(try await store.claim(1, at: Self.after(3002)).map(\.attempts) == [0])
        }
    }
}
