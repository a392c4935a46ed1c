import Coordination
import Dispatch
import Glibc
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct `A thread for blocking work` {
    private struct Broken: Error {}

    @Test func `returns what the work returns, and throws what it throws`() async {
        let thread = BlockingThread()
        #expect(await thread.run { 7 } == 7)
        await #expect(throws: Broken.self) {
            try await thread.run { () throws(Broken) -> Int in throw Broken() }
        }
    }

    @Test func `runs work one piece at a time, in order`() async {
        let thread = BlockingThread()
        let seen = Mutex<[Int]>([])
        for number in 0..<1000 { thread.submit { seen.withLock { $0.append(number) } } }
        await thread.run {}
        #expect(seen.withLock { $0 } == Array(0..<1000))
    }

    @Test func `blocks no other`() async {
        let (first, second) = (BlockingThread(), BlockingThread())
        let gate = DispatchSemaphore(value: 0)
        async let waited: Void = first.run { gate.wait() }
        await second.run { _ = gate.signal() }
        await waited
    }

    @Test func `finishes after all earlier work`() {
        let thread = BlockingThread()
        let count = Mutex(0)
        for _ in 0..<100 { thread.submit { count.withLock { $0 += 1 } } }
        thread.finish()
        #expect(count.withLock { $0 } == 100)
    }

    @Test func `has its own nice value`() async {
        let nice = BlockingThread(niceness: 10)
        let process = __priority_which_t(PRIO_PROCESS.rawValue)
        #expect(await nice.run { getpriority(process, 0) } == 10)
        #expect(await BlockingThread().run { getpriority(process, 0) } == 0)
    }
}
