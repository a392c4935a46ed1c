import BarcodeReader
import Coordination

/// A picture that waits for a worker.
struct Job: Sendable {
    /// Whose it is: those who have pictures here take turns.
    let holder: String
    let request: ScanRequest
    let picture: [UInt8]
    /// Whether it has never been taken out for a worker that was gone.
    var isFirstTry = true
    /// Is called exactly once.
    let answer: @Sendable (Result<ScanReport, ScanWorkerPool.Failure>) -> Void
}

/// Pictures, and the workers that wait for one. Those whose they are take turns, and one who has some here leaves a quarter of the room to
/// others.
final class JobQueue: Sendable {
    private struct State {
        var jobs = FairQueue<String, Job>()
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
            let isFirst = state.jobs.count(of: job.holder) == 0
            guard state.jobs.count < (isFirst ? capacity : capacity - capacity / 4) else { return .busy }
            state.jobs.append(job, of: job.holder)
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
