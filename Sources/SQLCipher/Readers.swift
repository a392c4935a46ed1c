import Dispatch
import Synchronization

/// A small pool of reading connections, which read on threads that all databases share. Every read is one snapshot.
///
/// One is always open. The others are opened when a read finds no idle one that is, and closed when they were not used for a while.
final class Readers: Sendable {
    /// A read that has not begun.
    private struct PendingRead: Sendable {
        let job: Job<Reading>
        let since = ContinuousClock.now
    }

    private struct State {
        var pool: WorkerPool<Reader, PendingRead>
        var closed = false
    }

    /// How long a read waits for one of the open connections before another is opened. Most reads end within it.
    private static let patience = DispatchTimeInterval.milliseconds(2)

    private let all: [Reader]
    private let state: Mutex<State>
    private let threads: ReadingThreads
    /// Counts the readers that are not idle.
    private let busy = DispatchGroup()
    /// How many reads have not begun.
    private let pendingReads = Atomic(0)
    private let observer: DatabaseObserver

    /// - Parameters:
    ///   - count: how many there are at most.
    ///   - kept: how many of them a lane leaves to the other.
    ///   - opening: opens one.
    init(
        _ count: Int, kept: Int, threads: ReadingThreads, observer: DatabaseObserver,
        opening: @escaping @Sendable () throws(OpeningError) -> sending ReadTransaction
    ) throws(OpeningError) {
        all = (0..<count).map { _ in Reader(opening: opening) }
        self.threads = threads
        self.observer = observer
        state = Mutex(State(pool: WorkerPool(all, kept: kept)))
        // The pool lends this one first.
        try all.last?.open()
    }

    /// How many connections are open.
    var open: Int { all.count { $0.isOpen } }

    /// Closes the connections that were not used since this was last called, but for the one that is lent next.
    /// - Returns: how many it closed.
    func closeUnused() -> Int {
        let next = state.withLock { $0.pool.nextIdle }
        return all.count { $0 !== next && $0.closeIfUnused() }
    }

    /// How many reads wait, for a connection or for a thread.
    var waiting: Int { pendingReads.load(ordering: .relaxed) }

    /// Runs the job on an idle reader, or queues it. A job that can't be queued is answered at once.
    func submit(_ job: Job<Reading>, in lane: ReadingLane) {
        let pending = PendingRead(job: job)
        let refusal: DatabaseError?
        let reader: Reader?
        let waits: Bool
        (refusal, reader, waits) = state.withLock { state in
            guard !state.closed else { return (.closed, nil, false) }
            if let reader = state.pool.worker(for: lane) {
                busy.enter()
                pendingReads.add(1, ordering: .relaxed)
                // Those that are open are lent first, so all of them are busy.
                let waits = !reader.isOpen && open > 0
                if waits { state.pool.enqueue(pending, in: lane) }
                return (nil, reader, waits)
            }
            guard state.pool.waiting(in: lane) < Writer.capacity else { return (.queueFull, nil, false) }
            state.pool.enqueue(pending, in: lane)
            pendingReads.add(1, ordering: .relaxed)
            return (nil, nil, false)
        }
        if let refusal {
            if refusal == .queueFull { observer.refused() }
            job.answer(refusal)
        }
        guard let reader else { return }
        if waits { openIfNeeded(reader, in: lane) } else { start(pending, in: lane, on: reader) }
    }

    /// Refuses new jobs, finishes the queued ones, then closes the connections.
    func close() {
        state.withLock { $0.closed = true }
        busy.wait()
        for reader in all { reader.close() }
    }

    /// Opens a connection for a read that waits in its lane, unless one of those that are open has taken it soon.
    private func openIfNeeded(_ reader: Reader, in lane: ReadingLane) {
        threads.run(in: lane) {
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + Readers.patience)
            guard let next = self.state.withLock({ $0.pool.next(for: reader, after: lane) }) else {
                return self.busy.leave()
            }
            self.work(reader, first: next.work, in: next.lane)
        }
    }

    private func start(_ pending: PendingRead, in lane: ReadingLane, on reader: Reader) {
        threads.run(in: lane) { self.work(reader, first: pending, in: lane) }
    }

    private func work(_ reader: Reader, first: PendingRead, in lane: ReadingLane) {
        var next = (work: first, lane: lane)
        while true {
            pendingReads.subtract(1, ordering: .relaxed)
            observer.readBegan(.now - next.work.since)
            if reader.run(next.work.job)?.isDamage == true { observer.damaged() }
            let done = next.lane
            guard let following = state.withLock({ $0.pool.next(for: reader, after: done) }) else { break }
            next = following
            // The reads of one database leave the thread to those of others, and a normal read leaves it to urgent ones.
            if threads.areScarce || (lane, next.lane) == (.urgent, .normal) {
                return start(next.work, in: next.lane, on: reader)
            }
        }
        busy.leave()
    }
}

/// One reading connection, which is opened when it is first used.
final class Reader: Sendable {
    private struct State: ~Copyable {
        var connection: ReadTransaction?
        var isClosed = false
        /// Since it was last asked.
        var wasUsed = false
    }

    private let state = Mutex(State())
    /// To be asked while it reads, too.
    private let isConnected = Atomic(false)
    private let opening: @Sendable () throws(OpeningError) -> sending ReadTransaction
    private static let longestSnapshot = 5

    init(opening: @escaping @Sendable () throws(OpeningError) -> sending ReadTransaction) {
        self.opening = opening
    }

    var isOpen: Bool { isConnected.load(ordering: .relaxed) }

    func open() throws(OpeningError) {
        try state.withLock { (state) throws(OpeningError) in state.connection = try opening() }
        isConnected.store(true, ordering: .relaxed)
    }

    /// - Returns: why the job failed; nil if it did not.
    func run(_ job: Job<Reading>) -> DatabaseError? {
        state.withLock { state in
            state.wasUsed = true
            var failure: DatabaseError? = .closed
            if state.connection == nil, !state.isClosed {
                do throws(OpeningError) {
                    state.connection = try opening()
                    isConnected.store(true, ordering: .relaxed)
                } catch {
                    failure = .sqlite(.cannotOpen, message: error.description)
                }
            }
            switch state.connection {
            case .some(let open): failure = Reader.snapshot(of: open, job)
            case .none: break
            }
            job.answer(failure)
            return failure
        }
    }

    /// Closes the connection if it was not used since this was last called. One that is in use at this moment is not waited for.
    /// - Returns: whether it was open and is closed now.
    func closeIfUnused() -> Bool {
        let isClosed = state.withLockIfAvailable { state in
            defer { state.wasUsed = false }
            guard !state.wasUsed, state.connection != nil else { return false }
            state.connection = nil
            isConnected.store(false, ordering: .relaxed)
            return true
        }
        return isClosed ?? false
    }

    func close() {
        state.withLock { state in
            state.isClosed = true
            state.connection = nil
            isConnected.store(false, ordering: .relaxed)
        }
    }

    private static func snapshot(of connection: borrowing ReadTransaction, _ job: Job<Reading>) -> DatabaseError? {
        do {
            connection.deadline.end(within: Reader.longestSnapshot)
            try connection.execute("BEGIN")
            // Ending a read can't lose anything; a failure to end it is reported by the next BEGIN.
            defer { try? connection.execute("COMMIT") }
            try job.perform(connection)
            return nil
        } catch {
            return error
        }
    }
}
