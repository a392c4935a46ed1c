import Dispatch
import FairKitCore
import FairKitService
import FairKitStore
import Relational
import Support
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Claims and acks that wait together` {
    private let house: TestHouse

    /// With ten critical alerts.
    init() async throws {
        house = try TestHouse()
        let laboratory = try await house.laboratory()
        for number in 1...10 { _ = try await house.record("N-\(number)", "FU-KIT-2025110701-X", 820, by: laboratory) }
    }

    private func consumer(_ number: Int) -> Caller {
        Caller(
            subject: Subject(.key(.new(at: house.time.now)), role: .consumer), route: "test",
            requestID: "test-\(number)")
    }

    private func claim(_ limit: Int = 1, as name: String? = nil, by caller: Caller) async throws -> [Delivery] {
        try await house.tenancy.deliveries.claim(
            try ClaimRequest(group: "default", consumer: name, limit: limit, leaseSeconds: nil), by: caller)
    }

    /// Runs bodies at the same time, whose writes all wait for the writer.
    private func together<T: Sendable>(
        _ count: Int, _ body: @escaping @Sendable (Int) async throws -> T
    ) async throws -> [T] {
        let (gate, store) = (DispatchSemaphore(value: 0), house.store)
        let (begun, began) = AsyncStream.makeStream(of: Void.self)
        return try await withThrowingTaskGroup(of: (Int, T)?.self) { group in
            group.addTask {
                try await store.write { _ throws(DatabaseError) in
                    began.finish()
                    gate.wait()
                }
                return nil
            }
            for await _ in begun {}
            // One by one, so that they wait in this order.
            for number in 0..<count {
                group.addTask { (number, try await body(number)) }
                while store.load.writesWaiting <= number { await Task.yield() }
            }
            gate.signal()
            var values: [Int: T] = [:]
            for try await case (let number, let value)? in group { values[number] = value }
            return values.sorted { $0.key < $1.key }.map(\.value)
        }
    }

    @Test func `get other deliveries each, the first come the most urgent, until there is none`() async throws {
        let callers = (0..<12).map { consumer($0) }
        let claimed = try await together(12) { try await claim(by: callers[$0]) }
        #expect(claimed.map(\.count) == [Int](repeating: 1, count: 10) + [0, 0])
        #expect(claimed.flatMap(\.self).map(\.number) == Array(1...10))
        #expect(Set(claimed.flatMap(\.self).map(\.token)).count == 10)
        let acked = try await together(10) { number in
            try await house.tenancy.deliveries.ack(
                ["\(claimed[number][0].token)"], in: "default", by: callers[number]
            )[0].get().number
        }
        #expect(acked == Array(1...10))
        #expect(try await house.store.check().isSound)
    }

    @Test func `are in the audit log one by one, with each caller and request`() async throws {
        let callers = (0..<5).map { consumer($0) }
        let claimed = try await together(5) { try await claim(by: callers[$0]) }
        let entries = try await house.store.read { (tx) throws(DatabaseError) in
            var filter = AuditFilter()
            filter.action = .alertClaimed
            return try tx.auditEntries(filter, before: nil, limit: 100).items.map(\.entry)
        }
        for (number, caller) in callers.enumerated() {
            let own = entries.filter { $0.actor.key?.uuid == caller.subject.id.uuid }
            #expect(own.map(\.requestID) == ["test-\(number)"])
            #expect(own.map(\.object) == ["\(claimed[number][0].alert.id)"])
        }
        #expect(try await house.store.verifyAudit().isSound)
    }

    @Test func `never give a consumer more than its maxInFlight`() async throws {
        _ = try await house.tenancy.alertGroups.change("default", by: .command) {
            $0.criticalMaxInFlight = 4
        }
        let caller = consumer(0)
        let claimed = try await together(6) { number in
            try await claim(3, as: number == 3 ? "other" : "one", by: caller).map(\.number)
        }
        #expect(claimed == [[1, 2, 3], [4], [], [5, 6, 7], [], []])
    }

    @Test func `fail only for the caller whose token is wrong`() async throws {
        let caller = consumer(0)
        let claimed = try await claim(4, by: caller)
        let tokens = claimed.map { "\($0.token)" }
        // Of the first delivery, with the secret of the second.
        let forged = "\(LeaseToken(delivery: claimed[0].number, secret: claimed[1].token.secret))"
        let calls: [(String, group: String)] = [
            (tokens[0], "default"), (forged, "default"), (tokens[1], "default"), (tokens[1], "default"),
            ("nonsense", "default"), ("99.\(String(repeating: "0", count: 32))", "default"), (tokens[2], "nowhere"),
            (tokens[3], "default"),
        ]
        let answers = try await together(calls.count) { number -> String in
            do {
                let outcomes = try await house.tenancy.deliveries.ack(
                    [calls[number].0], in: calls[number].group, by: caller)
                return "acked \(try outcomes[0].get().number)"
            } catch let refusal as Refusal<LeaseFailure> { return "\(refusal)" }
        }
        #expect(
            answers == [
                "acked 1", "the lease has ended; the delivery is acked", "acked 2", "acked 2",
                "there is no such thing, or the caller may not see it",
                "there is no such thing, or the caller may not see it", "there is no such consumer group", "acked 4",
            ])
        // That of the unknown group is still leased.
        #expect(try await house.tenancy.deliveries.ack([tokens[2]], in: "default", by: caller)[0].get().number == 3)
    }

    @Test func `are refused for a caller that may not consume, and carried out for others`() async throws {
        let (patient, allowed) = (house.caller(.patient(try await house.person())), consumer(1))
        await #expect(throws: Refusal<ClaimFailure>.self) { try await claim(by: patient) }
        #expect(try await claim(by: allowed).count == 1)
    }
}
