import Coordination
import FairKitService

/// A picture that waits for a worker, or a document to draw.
struct Job: Sendable {
    /// The tenant. Tenants with waiting pictures take turns.
    let holder: String
    /// The caller who asked; nil: the job has no limit of its own.
    let caller: String?
    /// The message to the worker: the request, and the picture after it.
    let request: [UInt8]
    let picture: [UInt8]
    /// The most bytes of an answer.
    let largest: Int
    /// Whether this is the first worker for the picture.
    var isFirstTry = true
    /// Checks the worker's bytes; false if they are no valid answer. If they are, nothing else is called.
    let accept: @Sendable ([UInt8]) -> Bool
    /// Called at most once, if no answer was accepted.
    let fail: @Sendable (WorkerFailure) -> Void
}

/// Waiting pictures and waiting workers. Tenants take turns, and a tenant with waiting pictures leaves a quarter of the
/// space to others, as a caller leaves three quarters.
final class JobQueue: Sendable {
    private struct State {
        var jobs = FairQueue<String, Job>()
        var isStopped = false
        /// How many jobs of each caller wait.
        var callers: [String: Int] = [:]
    }

    private let monitor = Monitor<State, Void, Job?>(State())
    private let capacity: Int

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// The number of waiting pictures.
    var waiting: Int { monitor.withLock { state, _ in state.jobs.count } }

    /// Hands the job to a waiting worker, or queues it. Fails at once if the queue is full.
    func add(_ job: Job) {
        let refusal = monitor.withLock { state, workers -> WorkerFailure? in
            guard !state.isStopped else { return .stopped }
            // The worker that has waited longest is certainly ready.
            if workers.wakeFirst(with: job) { return nil }
            let isFirst = state.jobs.count(of: job.holder) == 0
            guard state.jobs.count < (isFirst ? capacity : capacity - capacity / 4) else { return .busy }
            if let caller = job.caller {
                guard state.callers[caller, default: 0] < max(1, capacity / 4) else { return .busy }
                state.callers[caller, default: 0] += 1
            }
            state.jobs.append(job, of: job.holder)
            return nil
        }
        if let refusal { job.fail(refusal) }
    }

    /// The next picture; nil after `stop`.
    func next() async -> Job? {
        await monitor.wait(as: (), ifCancelled: nil) { state, _ -> Job?? in
            if let job = state.jobs.popFirst() {
                if let caller = job.caller {
                    let left = state.callers[caller, default: 1] - 1
                    state.callers[caller] = left > 0 ? left : nil
                }
                return .some(job)
            }
            return state.isStopped ? .some(nil) : nil
        }
    }

    /// Accepts no more pictures, and releases the waiting workers.
    func stop() {
        monitor.withLock { state, workers in
            state.isStopped = true
            workers.wakeAll(with: nil)
        }
    }
}
