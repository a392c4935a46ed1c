import Coordination
import Support
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct `A monitor` {
    private typealias Line = Monitor<Int, String, String>

    /// Starts waiting tasks one after the other, so that their order is known.
    private func wait(
        _ names: [String], in line: Line, tasks: inout TaskGroup<String>
    ) async {
        for (index, name) in names.enumerated() {
            tasks.addTask { await line.wait(as: name, ifCancelled: "cancelled") { _, _ in nil } }
            while line.withLock({ _, waiters in waiters.count { _ in true } }) <= index { await Task.yield() }
        }
    }

    @Test func `wakes in order of arrival`() async {
        let line = Line(0)
        let woken = await withTaskGroup(of: String.self) { tasks in
            await wait(["a", "b", "c"], in: line, tasks: &tasks)
            var woken: [String] = []
            for answer in ["first", "second", "third"] {
                line.withLock { _, waiters in waiters.wakeFirst(with: answer) }
                woken.append(await tasks.next() ?? "none")
            }
            return woken
        }
        #expect(woken == ["first", "second", "third"])
        #expect(line.withLock { _, waiters in waiters.isEmpty && !waiters.wakeFirst(with: "nobody") })
    }

    @Test func `tests each task once, in order, and wakes the matching ones`() async {
        let line = Line(0)
        await withTaskGroup(of: String.self) { tasks in
            await wait(["a", "b", "a", "c"], in: line, tasks: &tasks)
            let asked = line.withLock { _, waiters in
                var asked: [String] = []
                waiters.wake(with: "rung") { name in
                    asked.append(name)
                    return name == "a"
                }
                return asked
            }
            #expect(asked == ["a", "b", "a", "c"])
            #expect(await tasks.next() == "rung")
            #expect(await tasks.next() == "rung")
            #expect(line.withLock { _, waiters in waiters.contains { $0 == "b" } && !waiters.contains { $0 == "a" } })
            line.withLock { _, waiters in waiters.wakeAll(with: "all") }
            #expect(await tasks.next() == "all")
            #expect(await tasks.next() == "all")
        }
    }

    @Test func `returns at once if there is nothing to wait for`() async {
        let line = Line(7)
        #expect(await line.wait(as: "a", ifCancelled: nil) { state, _ in "\(state)" } == "7")
    }

    @Test func `ends the wait of a task that is cancelled before or after it waits`() async {
        let line = Line(0)
        await withTaskGroup(of: String.self) { tasks in
            await wait(["a"], in: line, tasks: &tasks)
            tasks.cancelAll()
            #expect(await tasks.next() == "cancelled")
            tasks.addTask { await line.wait(as: "b", ifCancelled: "cancelled") { _, _ in nil } }
            #expect(await tasks.next() == "cancelled")
        }
        #expect(line.withLock { _, waiters in waiters.isEmpty })
    }

    @Test func `lets a task keep waiting that must not be cancelled`() async {
        let line = Line(0)
        await withTaskGroup(of: String.self) { tasks in
            tasks.addTask { await line.wait(as: "a", ifCancelled: nil) { _, _ in nil } }
            tasks.cancelAll()
            while !line.withLock({ _, waiters in waiters.wakeFirst(with: "woken") }) { await Task.yield() }
            #expect(await tasks.next() == "woken")
        }
    }

    @Test func `ends a wait at its time limit`() async {
        let (line, clock) = (Line(0), ManualClock())
        await withTaskGroup(of: String.self) { tasks in
            tasks.addTask {
                await line.wait(as: "a", atMost: .seconds(3), clock: clock, ifCancelled: "cancelled", ifLate: "late") {
                    _, _ in nil
                }
            }
            await clock.untilSleeping(1)
            clock.advance(by: .seconds(3))
            #expect(await tasks.next() == "late")
        }
        #expect(line.withLock { _, waiters in waiters.isEmpty })
    }

    @Test func `ends a wait whose time limit has already passed`() async {
        let line = Line(0)
        for _ in 0..<1000 {
            let end = await line.wait(
                as: "a", atMost: .zero, clock: InstantClock(), ifCancelled: "cancelled", ifLate: "late"
            ) { _, _ in nil }
            #expect(end == "late")
        }
        #expect(line.withLock { _, waiters in waiters.isEmpty })
    }

    @Test func `ends the sleep of a task that is woken`() async {
        let (line, clock) = (Line(0), ManualClock())
        let answer = await withTaskGroup(of: String.self) { tasks in
            tasks.addTask {
                await line.wait(as: "a", atMost: .seconds(3), clock: clock, ifCancelled: "cancelled", ifLate: "late") {
                    _, _ in nil
                }
            }
            while !line.withLock({ _, waiters in waiters.wakeFirst(with: "woken") }) { await Task.yield() }
            return await tasks.next()
        }
        #expect(answer == "woken")
    }

    /// Would trap if a task were resumed twice, and hang if one were not resumed.
    @Test func `wakes each task exactly once, whatever happens at the same time`() async {
        let line = Line(0)
        let answered = Mutex(0)
        await withTaskGroup(of: Void.self) { tasks in
            for number in 0..<2000 {
                tasks.addTask { @Sendable in
                    await withTaskGroup(of: Void.self) { one in
                        one.addTask { @Sendable in
                            let limit = Duration.microseconds(number % 7)
                            _ = await line.wait(
                                as: "\(number)", atMost: limit, clock: ContinuousClock(), ifCancelled: "cancelled",
                                ifLate: "late"
                            ) { _, _ in nil }
                            answered.withLock { $0 += 1 }
                        }
                        if number.isMultiple(of: 3) { one.cancelAll() }
                        line.withLock { _, waiters in waiters.wakeFirst(with: "woken") }
                    }
                }
            }
        }
        #expect(answered.withLock { $0 } == 2000)
        #expect(line.withLock { _, waiters in waiters.isEmpty })
    }
}
