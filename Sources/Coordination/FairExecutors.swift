import Synchronization

/// Runs the tasks of one holder on threads that all holders share, in turns.
///
/// A task holds a thread only while it computes, not while it waits for a read, a commit or a client.
package final class FairExecutor<Holder: Hashable & Sendable>: TaskExecutor {
    private let holder: Holder
    private let threads: FairThreadPool<Holder>

    init(of holder: Holder, on threads: FairThreadPool<Holder>) {
        self.holder = holder
        self.threads = threads
    }

    /// The number of waiting jobs.
    package var waiting: Int { threads.waiting(of: holder) }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        threads.submit(for: holder) { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// The executors of all holders, on shared threads.
package final class FairExecutors<Holder: Hashable & Sendable>: Sendable {
    private let threads: FairThreadPool<Holder>
    private let executors = Mutex<[Holder: FairExecutor<Holder>]>([:])

    /// - Parameter threads: the shared threads.
    package init(on threads: FairThreadPool<Holder>) {
        self.threads = threads
    }

    /// The executor of a holder. It is kept, so the number of holders has to be bounded.
    package func executor(of holder: Holder) -> FairExecutor<Holder> {
        executors.withLock { executors in
            if let executor = executors[holder] { return executor }
            let executor = FairExecutor(of: holder, on: threads)
            executors[holder] = executor
            return executor
        }
    }
}
