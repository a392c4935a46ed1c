import Coordination
import Dispatch
import Synchronization

/// The threads on which all databases of a process read. Their number is limited, however many databases there are.
///
/// A read that finds all of them busy waits for the first free one: urgent reads first, each lane in its order. Some
/// threads are reserved, so that lists of one tenant do not delay the alerts of another.
package final class ReadingThreads: Sendable {
    private let givingWay: FairThreadPool<ObjectIdentifier>
    private let state: Mutex<WorkerPool<DispatchQueue, @Sendable () -> Void>>

    /// Enough for thirty tenants that keep both of their readers busy with long reads. Eight more are reserved for
    /// urgent reads, which authenticate callers and deliver alerts meanwhile.
    package static let ofProcess = ReadingThreads(width: 72, kept: 8)

    /// - Parameters:
    ///   - width: the most threads; each exists while it has work.
    ///   - kept: how many of them a lane leaves to the other.
    package init(width: Int, kept: Int = 0) {
        let queues = (1...width).map { DispatchQueue(label: "fairkit.reader.\($0)") }
        state = Mutex(WorkerPool(queues, kept: kept))
        givingWay = FairThreadPool(width: width, niceness: 10)
    }

    /// Whether reads wait for a thread.
    package var areScarce: Bool { state.withLock { $0.waiting(in: .normal) + $0.waiting(in: .urgent) > 0 } }

    /// Runs the work on a free thread, or as soon as one is free.
    package func run(in lane: ReadLane, _ work: @escaping @Sendable () -> Void) {
        let queue = state.withLock { pool -> DispatchQueue? in
            if let queue = pool.worker(for: lane) { return queue }
            pool.enqueue(work, in: lane)
            return nil
        }
        guard let queue else { return }
        switch lane {
        case .urgent: queue.async { self.go(on: queue, first: work, in: lane) }
        case .normal: givingWay.submit(for: ObjectIdentifier(queue)) { self.go(on: queue, first: work, in: lane) }
        }
    }

    private func go(on queue: DispatchQueue, first: @escaping @Sendable () -> Void, in lane: ReadLane) {
        var (work, lane) = (first, lane)
        while true {
            work()
            guard let next = state.withLock({ $0.next(for: queue, after: lane) }) else { return }
            (work, lane) = next
        }
    }
}
