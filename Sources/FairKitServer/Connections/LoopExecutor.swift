import NIOCore

/// Runs what tasks compute on one event loop.
///
/// A connection's tasks run where its bytes come in: a request that comes and an answer that leaves wake no other thread. See the decision
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
