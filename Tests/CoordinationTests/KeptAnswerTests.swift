import Coordination
import Support
import Synchronization
import Testing

@Suite struct `A kept answer` {
    private struct Failure: Error {}

    private let clock = ManualClock()

    @Test func `is computed once for all requests within its lifetime`() async throws {
        let count = Mutex(0)
        let answer = KeptAnswer(for: .seconds(1), clock: clock) {
            count.withLock { count in
                count += 1
                return count
            }
        }
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<100 { group.addTask { try await answer.value() } }
            for try await value in group { #expect(value == 1) }
        }
        clock.advance(by: .seconds(1))
        #expect(try await answer.value() == 2)
    }

    @Test func `that is an error is kept as long`() async throws {
        let fails = Mutex(true)
        let answer = KeptAnswer(for: .seconds(1), clock: clock) {
            if fails.withLock(\.self) { throw Failure() }
        }
        await #expect(throws: Failure.self) { try await answer.value() }
        fails.withLock { $0 = false }
        await #expect(throws: Failure.self) { try await answer.value() }
        clock.advance(by: .seconds(1))
        try await answer.value()
    }

    @Test func `does not come from a cancelled task`() async throws {
        let isCancelled = Mutex(true)
        let answer = KeptAnswer(for: .seconds(1), clock: clock) {
            if isCancelled.withLock(\.self) { throw CancellationError() }
        }
        await #expect(throws: CancellationError.self) { try await answer.value() }
        isCancelled.withLock { $0 = false }
        try await answer.value()
    }
}
