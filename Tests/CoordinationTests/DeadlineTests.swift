import Coordination
import Support
import Testing

@Suite(.timeLimit(.minutes(10))) struct `A deadline` {
    private struct Broken: Error {}

    @Test func `does not touch an operation that ends in time`() async {
        #expect(await withDeadline(.seconds(1), clock: StillClock()) { 7 } == 7)
    }

    @Test func `cancels an operation that takes too long`() async {
        let clock = ManualClock()
        await withTaskGroup(of: Int?.self) { tasks in
            tasks.addTask {
                await withDeadline(.seconds(5), clock: clock) {
                    try? await clock.sleep(for: .seconds(10))
                    return Task.isCancelled ? 1 : 2
                }
            }
            await clock.untilSleeping(2)
            clock.advance(by: .seconds(5))
            #expect(await tasks.next() == .some(nil))
        }
    }

    @Test func `passes on what the operation throws`() async {
        await #expect(throws: Broken.self) {
            try await withDeadline(.seconds(1), clock: StillClock()) { () async throws(Broken) -> Int in
                throw Broken()
            }
        }
    }

    @Test func `lets the operation decide when the caller is cancelled`() async {
        let clock = ManualClock()
        await withTaskGroup(of: String?.self) { tasks in
            tasks.addTask {
                await withDeadline(.seconds(5), clock: clock) {
                    try? await clock.sleep(for: .seconds(10))
                    return "stopped"
                }
            }
            await clock.untilSleeping(2)
            tasks.cancelAll()
            #expect(await tasks.next() == "stopped")
        }
    }
}

@Suite struct `A stopwatch` {
    @Test func `measures the time since its creation`() {
        let clock = ManualClock()
        clock.advance(by: .seconds(5))
        let stopwatch = Stopwatch(clock)
        #expect(stopwatch.elapsed == .zero)
        clock.advance(by: .seconds(2))
        #expect(stopwatch.elapsed == .seconds(2))
    }
}
