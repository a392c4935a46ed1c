import Dispatch
import Relational
import Synchronization

/// A small pool of reading connections, which run on threads shared by all databases. Every read is one snapshot.
///
/// One connection is always open. The others are opened when a read finds no idle open one, and closed when they were
/// not used for a while.
final class Readers: Sendable {
    /// A read that has not started.
    private struct PendingRead: Sendable {
        let job: Job<Reading>
        let since = ContinuousClock.now
    }

    private struct State {
        var pool: WorkerPool<Reader, PendingRead>
        var closed = false
    }

    /// How long a read waits for an open connection before another is opened. Most reads finish within this time.
    private static let patience = DispatchTimeInterval.milliseconds(2)

    private let all: [Reader]
    private let state: Mutex<State>
    private let threads: ReadingThreads
    /// Counts the readers that are not idle.
    private let busy = DispatchGroup()
    /// The number of reads that have not started.
    private let pendingReads = Atomic(0)
    private let observer: DatabaseObserver

    /// - Parameters:
    ///   - count: the most connections.
    ///   - kept: how many of them a lane leaves to the other.
    ///   - opening: opens a connection.
    init(
        _ count: Int, kept: Int, threads: ReadingThreads, observer: DatabaseObserver,
        opening: @escaping @Sendable () throws(OpeningError) -> sending ReadTransaction
    ) throws(OpeningError) {
        all = (0..<count).map { _ in Reader(opening: opening) }
        self.threads = threads
        self.observer = observer
        state = Mutex(State(pool: WorkerPool(all, kept: kept)))
        // The pool uses this one first.
        try all.last?.open()
    }

    /// How many connections are open.
    var open: Int { all.count { $0.isOpen } }

    /// Closes connections that were not used since the last call, except the one used next.
    /// - Returns: how many it closed.
    func closeUnused() -> Int {
        let next = state.withLock { $0.pool.nextIdle }
        return all.count { $0 !== next && $0.closeIfUnused() }
    }

    /// The number of reads that wait for a connection or a thread.
    var waiting: Int { pendingReads.load(ordering: .relaxed) }

    /// Runs the job on an idle reader, or queues it. A job that can't be queued fails at once.
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
                // Open ones are used first, so all of them are busy.
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

    /// Refuses new jobs, finishes queued ones, then closes the connections.
    func close() {
        state.withLock { $0.closed = true }
        busy.wait()
        for reader in all { reader.close() }
    }

    /// Opens a connection for a read that waits in its lane, unless an open one takes the read first.
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
            // The reads of one database yield the thread to those of others, and a normal read yields it to urgent
            // ones.
            if threads.areScarce || (lane, next.lane) == (.urgent, .normal) {
                return start(next.work, in: next.lane, on: reader)
            }
        }
        busy.leave()
    }
}

/// A reading connection, which is opened at its first use.
final class Reader: Sendable {
    private struct State: ~Copyable {
        var connection: ReadTransaction?
        var isClosed = false
        /// Whether it was used since the last check.
        var wasUsed = false
    }

    private let state = Mutex(State())
    /// Can be read while the connection is in use.
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

    /// - Returns: why the job failed; nil if it succeeded.
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

    /// Closes the connection if it was not used since the last call. It does not wait for one in use.
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
            connection.sqlite.deadline.end(within: Reader.longestSnapshot)
            try connection.sqlite.execute("BEGIN")
            // Ending a read can't lose anything; the next BEGIN reports a failure to end it.
            defer { try? connection.sqlite.execute("COMMIT") }
            try job.perform(connection)
            return nil
        } catch {
            return error
        }
    }
}
