import Coordination
import Synchronization
import Testing

@Suite struct `A fresh answer` {
    /// Counts computations, each of which ends when the test lets it.
    private final class Source: Sendable {
        let gates = Monitor<(begun: Int, free: Int), Void, Void>((0, 0))

        func compute() async -> Int {
            let number = gates.withLock { state, waiters in
                state.begun += 1
                waiters.wakeAll()
                return state.begun
            }
            while gates.withLock({ state, _ in state.free < number }) { await gates.wait { $0.free >= number } }
            return number
        }

        func untilBegun(_ number: Int) async {
            while gates.withLock({ state, _ in state.begun < number }) { await gates.wait { $0.begun >= number } }
        }

        func free(_ number: Int) {
            gates.withLock { state, waiters in
                state.free = number
                waiters.wakeAll()
            }
        }
    }

    @Test func `is never older than the question, and is shared by all who asked before it began`() async {
        let source = Source()
        let answer = FreshAnswer { () async throws(Never) in await source.compute() }
        let answers = await withTaskGroup(of: Int.self) { group in
            group.addTask { await answer.value() }
            await source.untilBegun(1)
            // These ask while the first computation runs, so it may have missed what they know.
            for _ in 0..<50 { group.addTask { await answer.value() } }
            for _ in 0..<200 { await Task.yield() }
            source.free(1)
            await source.untilBegun(2)
            source.free(.max)
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.count == 51)
        #expect(answers.count { $0 == 1 } == 1, "only the first task asked before the first computation")
    }

    @Test func `is computed again for the next question`() async {
        let count = Atomic(0)
        let answer = FreshAnswer { () async throws(Never) in count.add(1, ordering: .relaxed).newValue }
        #expect(await answer.value() == 1)
        #expect(await answer.value() == 2)
    }

    @Test func `fails for those who share it, and not for the next`() async throws {
        struct Failed: Error {}
        let count = Atomic(0)
        let answer = FreshAnswer { () async throws(Failed) in
            let number = count.add(1, ordering: .relaxed).newValue
            guard number > 1 else { throw Failed() }
            return number
        }
        await #expect(throws: Failed.self) { try await answer.value() }
        #expect(try await answer.value() == 2)
    }
}
