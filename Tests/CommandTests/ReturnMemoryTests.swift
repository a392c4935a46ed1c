import FairKitServer
import Support
import Synchronization
import Testing

@Suite struct `Memory that was freed` {
    /// The program's memory in megabytes.
    private final class Memory: Sendable {
        let unused = Mutex(20)
        let returns = Mutex(0)
        /// The unused memory that giving back leaves.
        private let least = 22

        func release() {
            unused.withLock { $0 = least }
            returns.withLock { $0 += 1 }
        }
    }

    /// How often memory was given back after each look, when so many megabytes are unused at each.
    private func returns(of looks: [Int]) async -> [Int] {
        let (memory, clock) = (Memory(), ManualClock())
        let service = ReturnMemory(
            clock: clock, unused: { memory.unused.withLock { $0 << 20 } }, release: { memory.release() })
        let running = Task { try await service.run() }
        defer { running.cancel() }
        await clock.untilSleeping(1)
        var counts: [Int] = []
        for look in looks {
            memory.unused.withLock { $0 = look }
            clock.advance(by: ReturnMemory<ManualClock>.interval)
            await clock.untilSleeping(1)
            counts.append(memory.returns.withLock(\.self))
        }
        return counts
    }

    @Test func `goes back to the system once there is much of it`() async {
        #expect(await returns(of: [28, 29]) == [0, 1])
    }

    @Test func `is left alone where giving back does not help`() async {
        #expect(await returns(of: [60, 22, 30, 31]) == [1, 1, 1, 2])
    }

    @Test func `counts from the least that there was`() async {
        #expect(await returns(of: [5, 13, 14]) == [0, 0, 1])
    }
}
