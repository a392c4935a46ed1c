import Coordination
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10))) struct `A FIFO lock` {
    @Test func `lets in one task at a time`() async {
        let lock = FIFOLock()
        let inside = Mutex(0)
        let most = Mutex(0)
        await withTaskGroup(of: Void.self) { tasks in
            for _ in 0..<100 {
                tasks.addTask { @Sendable in
                    await lock.acquire()
                    let now = inside.withLock { inside in
                        inside += 1
                        return inside
                    }
                    most.withLock { $0 = max($0, now) }
                    await Task.yield()
                    inside.withLock { $0 -= 1 }
                    lock.release()
                }
            }
        }
        #expect(most.withLock { $0 } == 1)
    }

    @Test func `is held by a cancelled task, too, once it returns`() async {
        let lock = FIFOLock()
        await lock.acquire()
        await withTaskGroup(of: Void.self) { tasks in
            tasks.addTask { await lock.acquire() }
            tasks.cancelAll()
            lock.release()
            await tasks.waitForAll()
        }
        lock.release()
        await lock.acquire()
    }
}

@Suite(.timeLimit(.minutes(10))) struct `A number of permits` {
    @Test func `are waited for while none is free`() async {
        let permits = Permits(2)
        #expect(await permits.available() == 2)
        permits.take(2)
        async let free = permits.available()
        permits.release()
        #expect(await free == 1)
    }
}
