import Dispatch
import FairKitCore
import FairKitService
import FairKitStore
import Support
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Peeking at the queue` {
    @Test func `does not need the writer`() async throws {
        let house = try TestHouse()
        let gate = DispatchSemaphore(value: 0)
        let (begun, began) = AsyncStream.makeStream(of: Void.self)
        async let held: Void = house.store.write { _ throws(DatabaseError) in
            began.finish()
            gate.wait()
        }
        for await _ in begun {}
        // A missing group causes no write, so the response does not wait for the writer.
        await #expect(throws: Refusal<GroupUnknown>.self) {
            try await house.tenancy.deliveries.peek(
                in: "nowhere", after: nil, limit: 9, by: house.caller(.consumer))
        }
        gate.signal()
        try await held
    }

    @Test func `shows what a claim would lease, also after a lease has expired`() async throws {
        let house = try TestHouse()
        _ = try await house.register("FU-KIT-2025110701-X", for: try await house.person())
        _ = try await house.record("N-1", "FU-KIT-2025110701-X", 820, by: try await house.laboratory())
        let caller = house.caller(.consumer)
        func waiting() async throws -> [Int64] {
            try await house.tenancy.deliveries.peek(in: "default", after: nil, limit: 9, by: caller).items.map(\.number)
        }
        let before = try await waiting()
        #expect(before.count == 1)
        #expect(try await house.claim().map(\.number) == before)
        #expect(try await waiting().isEmpty)
        house.time.advance(by: .seconds(3600))
        #expect(try await waiting() == before)
    }
}
