import Dispatch
import Synchronization

/// A small pool of reading connections, which read on threads that all databases share. Every read is one snapshot.
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

    private let all: [Reader]
    private let state: Mutex<State>
    private let threads: ReadingThreads
    /// Counts the readers that are not idle.
    private let busy = DispatchGroup()
    /// How many reads have not begun.
    private let pendingReads = Atomic(0)
    private let observer: DatabaseObserver

    /// - Parameter kept: how many of them a lane leaves to the other.
    init(_ readers: [Reader], kept: Int, threads: ReadingThreads, observer: DatabaseObserver) {
        all = readers
        self.threads = threads
        self.observer = observer
        state = Mutex(State(pool: WorkerPool(readers, kept: kept)))
    }

    /// How many reads wait, for a connection or for a thread.
    var waiting: Int { pendingReads.load(ordering: .relaxed) }

    /// Runs the job on an idle reader, or queues it. A job that can't be queued is answered at once.
    func submit(_ job: Job<Reading>, in lane: ReadingLane) {
        let pending = PendingRead(job: job)
        let refusal: DatabaseError?
        let reader: Reader?
        (refusal, reader) = state.withLock { state in
            guard !state.closed else { return (.closed, nil) }
            if let reader = state.pool.worker(for: lane) {
                busy.enter()
                pendingReads.add(1, ordering: .relaxed)
                return (nil, reader)
            }
            guard state.pool.waiting(in: lane) < Writer.capacity else { return (.queueFull, nil) }
            state.pool.enqueue(pending, in: lane)
            pendingReads.add(1, ordering: .relaxed)
            return (nil, nil)
        }
        if let refusal {
            if refusal == .queueFull { observer.refused() }
            job.answer(refusal)
        }
        if let reader { start(pending, in: lane, on: reader) }
    }

    /// Refuses new jobs, finishes the queued ones, then closes the connections.
    func close() {
        state.withLock { $0.closed = true }
        busy.wait()
        for reader in all { reader.close() }
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

/// One reading connection.
final class Reader: Sendable {
    private let connection: Mutex<ReadTransaction?>
    private static let longestSnapshot = 5

    init(_ connection: consuming sending ReadTransaction) {
        self.connection = Mutex(connection)
    }

    /// - Returns: why the job failed; nil if it did not.
    func run(_ job: Job<Reading>) -> DatabaseError? {
        connection.withLock { connection in
            let failure: DatabaseError?
            switch connection {
            case .some(let open): failure = Reader.snapshot(of: open, job)
            case .none: failure = .closed
            }
            job.answer(failure)
            return failure
        }
    }

    func close() {
        connection.withLock { $0 = nil }
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
