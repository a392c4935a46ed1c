import Dispatch
import Synchronization

/// A small pool of reading connections, which read on threads that all databases share. Every read is one snapshot.
final class Readers: Sendable {
    private struct State {
        var idle: [Reader]
        var waiting: [(job: Job<Reading>, since: ContinuousClock.Instant)] = []
        var closed = false
    }

    private let all: [Reader]
    private let state: Mutex<State>
    private let threads: ReadingThreads
    /// Counts the readers that are not idle.
    private let busy = DispatchGroup()
    private let observer: DatabaseObserver

    init(_ readers: [Reader], threads: ReadingThreads, observer: DatabaseObserver) {
        all = readers
        self.threads = threads
        self.observer = observer
        state = Mutex(State(idle: readers))
    }

    /// How many reads wait.
    var waiting: Int { state.withLock { $0.waiting.count } }

    /// Runs the job on an idle reader, or queues it. A job that can't be queued is answered at once.
    func submit(_ job: Job<Reading>) {
        let refusal: DatabaseError?
        let reader: Reader?
        (refusal, reader) = state.withLock { state in
            guard !state.closed else { return (.closed, nil) }
            if let reader = state.idle.popLast() {
                busy.enter()
                return (nil, reader)
            }
            guard state.waiting.count < Writer.capacity else { return (.queueFull, nil) }
            state.waiting.append((job, .now))
            return (nil, nil)
        }
        if let refusal {
            if refusal == .queueFull { observer.refused() }
            job.answer(refusal)
        }
        if let reader {
            observer.readBegan(.zero)
            threads.run { self.work(reader, first: job) }
        }
    }

    /// Refuses new jobs, finishes the queued ones, then closes the connections.
    func close() {
        state.withLock { $0.closed = true }
        busy.wait()
        for reader in all { reader.close() }
    }

    private func work(_ reader: Reader, first: Job<Reading>) {
        var next: Job<Reading>? = first
        while let job = next {
            reader.run(job)
            let waited = state.withLock { state -> (job: Job<Reading>, since: ContinuousClock.Instant)? in
                guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
                state.idle.append(reader)
                return nil
            }
            if let waited { observer.readBegan(.now - waited.since) }
            next = waited?.job
            // One database's reads don't keep a thread from those of others.
            if let job = next, threads.areScarce { return threads.run { self.work(reader, first: job) } }
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

    func run(_ job: Job<Reading>) {
        connection.withLock { connection in
            switch connection {
            case .some(let open): job.answer(Reader.snapshot(of: open, job))
            case .none: job.answer(.closed)
            }
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
