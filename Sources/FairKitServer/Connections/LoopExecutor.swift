import NIOCore

/// Runs tasks on one event loop.
///
/// A connection's tasks run where its bytes arrive, so requests and responses wake no other threads. See the decision
/// `0066-requests-stay-on-their-loop`.
final class LoopExecutor: TaskExecutor {
    private let loop: any EventLoop

    init(_ loop: any EventLoop) {
        self.loop = loop
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        loop.execute { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
