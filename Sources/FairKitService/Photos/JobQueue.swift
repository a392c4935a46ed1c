import BarcodeReader
import Synchronization

/// A picture that waits for a worker.
struct Job: Sendable {
    let request: ScanRequest
    let picture: [UInt8]
    /// Whether it has never been taken out for a worker that was gone.
    var isFirstTry = true
    /// Is called exactly once.
    let answer: @Sendable (Result<ScanReport, ScanWorkerPool.Failure>) -> Void
}

/// Pictures in the order they came, and the workers that wait for one.
final class JobQueue: Sendable {
    private struct State {
        var jobs: [Job] = []
        var workers: [CheckedContinuation<Job?, Never>] = []
        var isStopped = false
    }

    private let state = Mutex(State())
    private let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// How many pictures wait.
    var waiting: Int { state.withLock { $0.jobs.count } }

    /// Hands the job to a waiting worker, or keeps it; answers at once if there is no room.
    func add(_ job: Job) {
        let (worker, refusal) = state.withLock {
            state -> (CheckedContinuation<Job?, Never>?, ScanWorkerPool.Failure?) in
            guard !state.isStopped else { return (nil, .stopped) }
            // The one that waits longest is ready for sure.
            if !state.workers.isEmpty { return (state.workers.removeFirst(), nil) }
            guard state.jobs.count < capacity else { return (nil, .busy) }
            state.jobs.append(job)
            return (nil, nil)
        }
        worker?.resume(returning: job)
        if let refusal { job.answer(.failure(refusal)) }
    }

    /// The next picture; nil when there will be none.
    func next() async -> Job? {
        await withCheckedContinuation { worker in
            let (job, isSettled) = state.withLock { state -> (Job?, Bool) in
                if !state.jobs.isEmpty { return (state.jobs.removeFirst(), true) }
                if state.isStopped { return (nil, true) }
                state.workers.append(worker)
                return (nil, false)
            }
            if isSettled { worker.resume(returning: job) }
        }
    }

    /// Takes no more pictures, and sends home the workers that wait.
    func stop() {
        let workers = state.withLock { state in
            state.isStopped = true
            defer { state.workers = [] }
            return state.workers
        }
        for worker in workers { worker.resume(returning: nil) }
    }
}
