import Coordination
import Dispatch
import Glibc
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct `Fair threads` {
    private static let process = __priority_which_t(PRIO_PROCESS.rawValue)

    @Test func `run the work of all holders in turns`() async {
        let threads = FairThreadPool<String>(width: 1)
        let gate = DispatchSemaphore(value: 0)
        let seen = Mutex<[String]>([])
        await withCheckedContinuation { begun in
            threads.submit(for: "x") {
                begun.resume()
                gate.wait()
            }
        }
        for piece in ["a1", "a2", "b1"] {
            threads.submit(for: String(piece.prefix(1))) { seen.withLock { $0.append(piece) } }
        }
        #expect(threads.waiting(of: "a") == 2)
        await withCheckedContinuation { done in
            threads.submit(for: "a") { done.resume() }
            gate.signal()
        }
        #expect(seen.withLock { $0 } == ["a1", "b1", "a2"])
    }

    @Test func `end without work, and start again`() async {
        let threads = FairThreadPool<Int>(width: 2, idleTimeout: .nanoseconds(1))
        for number in 0..<500 {
            await withCheckedContinuation { done in threads.submit(for: number % 3) { done.resume() } }
        }
    }

    @Test func `do a last thing when they end without work`() async {
        let threads = FairThreadPool<Int>(width: 1, idleTimeout: .milliseconds(1))
        let (unused, ended) = AsyncStream.makeStream(of: Void.self)
        threads.whenUnused { ended.yield() }
        var endings = unused.makeAsyncIterator()
        for _ in 0..<3 {
            await withCheckedContinuation { done in threads.submit(for: 1) { done.resume() } }
            await endings.next()
        }
    }

    @Test func `let others work while one blocks, and are as many as before afterwards`() async {
        let threads = FairThreadPool<Int>(width: 1)
        let gate = DispatchSemaphore(value: 0)
        let isOpen = Atomic(false)
        await withCheckedContinuation { ended in
            threads.submit(for: 1) {
                let ran = ManagedBlocking.run {
                    gate.wait()
                    let opened = isOpen.load(ordering: .relaxed)
                    #expect(opened)
                }
                #expect(ran)
                ended.resume()
            }
            threads.submit(for: 2) {
                isOpen.store(true, ordering: .relaxed)
                gate.signal()
            }
        }
        // One thread again: what is submitted runs piece after piece.
        let atOnce = Count()
        await withTaskGroup { group in
            for number in 0..<100 {
                group.addTask {
                    await withCheckedContinuation { done in
                        threads.submit(for: number) {
                            let running = atOnce.add(1)
                            #expect(running == 1)
                            atOnce.add(-1)
                            done.resume()
                        }
                    }
                }
            }
        }
    }

    @Test func `take up by themselves what their blocking work submits`() async {
        let threads = FairThreadPool<Int>(width: 2)
        let (first, second): (pthread_t, pthread_t) = await withCheckedContinuation { done in
            threads.submit(for: 1) {
                let first = pthread_self()
                ManagedBlocking.run { threads.submit(for: 1) { done.resume(returning: (first, pthread_self())) } }
            }
        }
        #expect(first == second)
    }

    @Test func `block in limited number, and only where they are threads of a pool`() async {
        #expect(!ManagedBlocking.run { Issue.record("no thread of a pool") })
        let threads = FairThreadPool<Int>(width: 1)
        let gate = DispatchSemaphore(value: 0)
        let refused = Count()
        await withTaskGroup { group in
            for number in 1...5 {
                group.addTask {
                    await withCheckedContinuation { done in
                        threads.submit(for: number) {
                            if !ManagedBlocking.run({ gate.wait() }) {
                                refused.add(1)
                                for _ in 1...4 { gate.signal() }
                            }
                            done.resume()
                        }
                    }
                }
            }
        }
        #expect(refused.add(0) == 1)
    }

    @Test func `run tasks at low priority`() async {
        let executors = FairExecutors(on: FairThreadPool<Int>(width: 2, niceness: 7))
        let own = await withTaskExecutorPreference(executors.executor(of: 1)) { await niceness() }
        #expect(own == 7)
        #expect(await niceness() == 0)
        let none: FairExecutor<Int>? = nil
        #expect(await withTaskExecutorPreference(none) { await niceness() } == 0)
    }

    @Test func `are not held by waiting tasks`() async {
        let executors = FairExecutors(on: FairThreadPool<Int>(width: 1))
        let lock = FIFOLock()
        await lock.acquire()
        await withTaskGroup { group in
            for _ in 0..<10 {
                group.addTask {
                    await withTaskExecutorPreference(executors.executor(of: 1)) {
                        await lock.acquire()
                        lock.release()
                    }
                }
            }
            await withTaskExecutorPreference(executors.executor(of: 2)) { await Task.yield() }
            lock.release()
        }
        #expect(executors.executor(of: 1).waiting == 0)
    }

    private func niceness() async -> Int32 {
        await Task.yield()
        return getpriority(Self.process, 0)
    }
}

private final class Count: Sendable {
    private let value = Atomic(0)

    /// - Returns: the new value.
    @discardableResult
    func add(_ number: Int) -> Int { value.add(number, ordering: .relaxed).newValue }
}
