import Coordination
import Dispatch
import Glibc
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct `A thread for what blocks` {
    private struct Broken: Error {}

    @Test func `returns what the work returns, and throws what it throws`() async {
        let thread = BlockingThread()
        #expect(await thread.run { 7 } == 7)
        await #expect(throws: Broken.self) {
            try await thread.run { () throws(Broken) -> Int in throw Broken() }
        }
    }

    @Test func `does one thing after the other, in the order in which they came`() async {
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

    @Test func `is finished when all is done that came before`() {
        let thread = BlockingThread()
        let count = Mutex(0)
        for _ in 0..<100 { thread.submit { count.withLock { $0 += 1 } } }
        thread.finish()
        #expect(count.withLock { $0 } == 100)
    }

    @Test func `gives way to others where it is told to, and alone`() async {
        let nice = BlockingThread(niceness: 10)
        let process = __priority_which_t(PRIO_PROCESS.rawValue)
        #expect(await nice.run { getpriority(process, 0) } == 10)
        #expect(await BlockingThread().run { getpriority(process, 0) } == 0)
    }
}
