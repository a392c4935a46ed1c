import BarcodeReader
import Coordination
import DequeModule

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
        var jobs: Deque<Job> = []
        var isStopped = false
    }

    private let monitor = Monitor<State, Void, Job?>(State())
    private let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// How many pictures wait.
    var waiting: Int { monitor.withLock { state, _ in state.jobs.count } }

    /// Hands the job to a waiting worker, or keeps it; answers at once if there is no room.
    func add(_ job: Job) {
        let refusal = monitor.withLock { state, workers -> ScanWorkerPool.Failure? in
            guard !state.isStopped else { return .stopped }
            // The one that waits longest is ready for sure.
            if workers.wakeFirst(with: job) { return nil }
            guard state.jobs.count < capacity else { return .busy }
            state.jobs.append(job)
            return nil
        }
        if let refusal { job.answer(.failure(refusal)) }
    }

    /// The next picture; nil when there will be none.
    func next() async -> Job? {
        await monitor.wait(as: (), ifCancelled: nil) { state, _ -> Job?? in
            if let job = state.jobs.popFirst() { return .some(job) }
            return state.isStopped ? .some(nil) : nil
        }
    }

    /// Takes no more pictures, and sends home the workers that wait.
    func stop() {
        monitor.withLock { state, workers in
            state.isStopped = true
            workers.wakeAll(with: nil)
        }
    }
}
