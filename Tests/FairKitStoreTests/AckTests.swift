import FairKitCore
import FairKitStore
import Relational
import Testing

@Suite struct `Acking a delivery` {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    static func after(_ milliseconds: Int) -> Timestamp { Example.now.advanced(by: .milliseconds(milliseconds)) }

    /// One critical alert, leased at `Example.now` for 8 s.
    func withLease(_ body: (Store, Delivery) async throws -> Void) async throws {
        try await scratch.withNewStore { (store) async throws in
            try await store.settle()
            try await store.raise([(1, .critical, 0)])
            let leased = try await store.claim(1)
            try await body(store, try #require(leased.first))
        }
    }

    @Test func `takes effect once, and a repeated ack gets the same answer`() async throws {
        try await withLease { (store, delivery) async throws in
            let done = Settlement.acked(at: Self.after(10))
            #expect(try await store.ack(delivery.token, at: Self.after(10)) == done)
            for later in [11, 8000, 1_000_000] {
                let again = try await store.ack(delivery.token, at: Self.after(later))
                #expect(again == .repeated(at: Self.after(10)))
            }
            #expect(try await store.claim(1, at: Self.after(1_000_000)).isEmpty)
            #expect(try await store.values("SELECT state FROM delivery") == ["acked"])
        }
    }

    @Test func `is stale after the lease has expired`() async throws {
        try await withLease { (store, delivery) async throws in
            #expect(try await store.ack(delivery.token, at: Self.after(30_000)) == .stale)
            #expect(try await store.ack(delivery.token, at: Self.after(29_999)) == .acked(at: Self.after(29_999)))
        }
    }

    @Test func `is stale with the token of an earlier lease`() async throws {
        try await withLease { (store, delivery) async throws in
            let again = try #require(try await store.claim(1, at: Self.after(30_000)).first)
            #expect(again.number == delivery.number)
            #expect(try await store.ack(delivery.token, at: Self.after(30_001)) == .stale)
            #expect(try await store.ack(again.token, at: Self.after(30_002)) == .acked(at: Self.after(30_002)))
            #expect(try await store.ack(delivery.token, at: Self.after(30_003)) == .stale)
        }
    }

    @Test func `is stale with the right number and another secret`() async throws {
        try await withLease { (store, delivery) async throws in
            for index in 0..<16 {
                var secret = delivery.token.secret
                secret[index] ^= 1
                let forged = LeaseToken(delivery: delivery.number, secret: secret)
                #expect(try await store.ack(forged) == .stale)
            }
            #expect(try await store.values("SELECT state FROM delivery") == ["leased"])
        }
    }

    @Test func `is unknown with another number`() async throws {
        try await withLease { (store, delivery) async throws in
            let other = LeaseToken(delivery: delivery.number + 1, secret: delivery.token.secret)
            #expect(try await store.ack(other) == nil)
        }
    }

    @Test func `leaves a history that is numbered without gaps`() async throws {
        try await withLease { (store, delivery) async throws in
            await #expect(throws: DatabaseError.self) {
                try await store.write { (tx) throws(DatabaseError) in
                    try tx.retract(AlertID(number: 1), actor: Example.key, at: Example.now)
                    throw DatabaseError.closed
                }
            }
            let again = try #require(try await store.claim(1, at: Self.after(30_000)).first)
            _ = try await store.ack(delivery.token, at: Self.after(30_001))
            _ = try await store.ack(again.token, at: Self.after(30_002))
            _ = try await store.ack(again.token, at: Self.after(30_003))
            let kinds = try await store.values("SELECT kind FROM alert_event ORDER BY number", as: String.self)
            #expect(kinds == ["raised", "leased", "expired", "leased", "acked"])
            #expect(try await store.values("SELECT number FROM alert_event ORDER BY number") == Array(1...5))
            let times = try await store.values("SELECT at FROM alert_event ORDER BY number", as: Timestamp.self)
            #expect(times == [0, 0, 30_000, 30_000, 30_002].map(Self.after))
            #expect(try await store.values("SELECT COUNT(*) FROM alert_event WHERE delivery IS NULL") == [1])
        }
    }

    @Test func `survives closing between lease and ack`() async throws {
        var token: LeaseToken?
        try await withLease { (_, delivery) async throws in token = delivery.token }
        let kept = try #require(token)
        try await scratch.withStore { (store) async throws in
            #expect(try await store.ack(kept, at: Self.after(1)) == .acked(at: Self.after(1)))
        }
    }
}
