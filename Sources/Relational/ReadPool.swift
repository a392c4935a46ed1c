import Coordination
import Dispatch
import Synchronization

/// One slot of a pool, which runs one read at a time. See decision 0114.
package protocol PooledReader: AnyObject, Sendable {
    /// Whether it has a connection, or needs none of its own. It can be read while a read runs.
    var isOpen: Bool { get }
    /// Runs the job on one snapshot, and answers it.
    /// - Returns: why the job failed; nil if it succeeded.
    func run(_ job: Job<Reading>) -> DatabaseError?
    /// Closes the connection if it was not used since the last call. It does not wait for one in use.
    /// - Returns: whether it was open and is closed now.
    func closeIfUnused() -> Bool
    func close()
}

/// How long a read of one snapshot may run statements: while it is open, the engine keeps what it sees.
package enum Snapshot {
    package static let longest = Duration.seconds(5)
}

/// A small pool of readers, which run on threads shared by all databases. Every read is one snapshot.
///
/// Open readers are used first. The others are opened when a read finds no idle open one, and closed when they were not
/// used for a while.
package final class ReadPool: Sendable {
    /// A read that has not started.
    private struct PendingRead: Sendable {
        let job: Job<Reading>
        let since = ContinuousClock.now
    }

    private struct State {
        var pool: WorkerPool<any PooledReader, PendingRead>
        var closed = false
    }

    /// How long a read waits for an open connection before another is opened. Most reads finish within this time.
    private static let briefWait = DispatchTimeInterval.milliseconds(2)

    private let all: [any PooledReader]
    private let state: Mutex<State>
    private let threads: ReadingThreads
    /// Counts the readers that are not idle.
    private let busy = DispatchGroup()
    /// The number of reads that have not started.
    private let pendingReads = Atomic(0)
    private let observer: DatabaseObserver

    /// - Parameters:
    ///   - readers: the most connections; the last one is used first.
    ///   - kept: how many of them a lane leaves to the other.
    package init(
        _ readers: [any PooledReader], kept: Int, threads: ReadingThreads, observer: DatabaseObserver
    ) {
        all = readers
        self.threads = threads
        self.observer = observer
        state = Mutex(State(pool: WorkerPool(readers, kept: kept)))
    }

    /// How many connections are open.
    package var open: Int { all.count { $0.isOpen } }

    /// Closes connections that were not used since the last call, except the one used next.
    /// - Returns: how many it closed.
    package func closeUnused() -> Int {
        let next = state.withLock { $0.pool.nextIdle }
        return all.count { $0 !== next && $0.closeIfUnused() }
    }

    /// The number of reads that wait for a connection or a thread.
    package var waiting: Int { pendingReads.load(ordering: .relaxed) }

    /// Runs the job on an idle reader, or queues it. A job that can't be queued fails at once.
    package func submit(_ job: Job<Reading>, in lane: ReadLane) {
        let pending = PendingRead(job: job)
        let refusal: DatabaseError?
        let reader: (any PooledReader)?
        let waits: Bool
        (refusal, reader, waits) = state.withLock { state in
            guard !state.closed else { return (.closed, nil, false) }
            if let reader = state.pool.worker(for: lane) {
                busy.enter()
                pendingReads.add(1, ordering: .relaxed)
                // Open ones are used first, so all of them are busy.
                let waits = !reader.isOpen && open > 0
                if waits { state.pool.enqueue(pending, in: lane) }
                return (nil, reader, waits)
            }
            guard state.pool.waiting(in: lane) < DatabaseLoad.capacity else { return (.queueFull, nil, false) }
            state.pool.enqueue(pending, in: lane)
            pendingReads.add(1, ordering: .relaxed)
            return (nil, nil, false)
        }
        if let refusal {
            if refusal == .queueFull { observer.refused() }
            job.answer(refusal)
        }
        guard let reader else { return }
        guard !waits else { return openIfNeeded(reader, in: lane) }
        // A thread that may block reads by itself: waking another one, and being woken by it, takes longer than most reads.
        let ran = lane == .normal && ManagedBlocking.run { work(reader, first: pending, in: lane, handsOn: true) }
        if !ran { start(pending, in: lane, on: reader) }
    }

    /// Refuses new jobs, finishes queued ones, then closes the connections.
    package func close() {
        state.withLock { $0.closed = true }
        busy.wait()
        for reader in all { reader.close() }
    }

    /// Opens a connection for a read that waits in its lane, unless an open one takes the read first.
    private func openIfNeeded(_ reader: any PooledReader, in lane: ReadLane) {
        threads.run(in: lane) {
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + ReadPool.briefWait)
            guard let next = self.state.withLock({ $0.pool.next(for: reader, after: lane) }) else {
                return self.busy.leave()
            }
            self.work(reader, first: next.work, in: next.lane)
        }
    }

    private func start(_ pending: PendingRead, in lane: ReadLane, on reader: any PooledReader) {
        threads.run(in: lane) { self.work(reader, first: pending, in: lane) }
    }

    /// - Parameter handsOn: the first read only is done on this thread.
    private func work(_ reader: any PooledReader, first: PendingRead, in lane: ReadLane, handsOn: Bool = false) {
        var next = (work: first, lane: lane)
        while true {
            pendingReads.subtract(1, ordering: .relaxed)
            observer.readBegan(.now - next.work.since)
            let failure = observer.holder.onThread { reader.run(next.work.job) }
            if failure?.isDamage == true { observer.damaged() }
            let done = next.lane
            guard let following = state.withLock({ $0.pool.next(for: reader, after: done) }) else { break }
            next = following
            // The reads of one database yield the thread to those of others, and a normal read yields it to urgent
            // ones.
            if handsOn || threads.areScarce || (lane, next.lane) == (.urgent, .normal) {
                return start(next.work, in: next.lane, on: reader)
            }
        }
        busy.leave()
    }
}
