import FairKitService
import Support
import Testing

@Suite(.timeLimit(.minutes(10))) struct `The flow of a batch` {
    /// The task that stores may not wait yet when it is woken, so each case is tried often.
    private let tries = 200

    @Test func `goes on when nothing was added to its lines`() async {
        for _ in 0..<tries {
            let clock = ManualClock()
            let flow = BatchFlow<Int, String>(.init(lines: 8, bytes: 100), clock: clock)
            async let next = flow.next(atMost: 8, within: .seconds(60))
            await clock.untilSleeping(1)
            #expect(await flow.put([]))
            flow.endReading("the first line is unfit")
            let isEnd = if case .ended("the first line is unfit") = await next { true } else { false }
            #expect(isEnd)
        }
    }

    @Test func `goes on when its client takes what became of earlier lines`() async {
        for _ in 0..<tries {
            let clock = ManualClock()
            let flow = BatchFlow<Int, String>(.init(lines: 8, bytes: 100), clock: clock)
            #expect(await flow.say([1, 2], within: .seconds(60)))
            async let next = flow.next(atMost: 8, within: .seconds(60))
            await clock.untilSleeping(1)
            #expect(await flow.outcomes(atMost: 100) == [1, 2])
            #expect(await flow.put([7]))
            let isLine = if case .lines([7]) = await next { true } else { false }
            #expect(isLine)
        }
    }
}
