import Synchronization

/// Runs what tasks of one holder have to do on the threads that all holders share, in its turns.
///
/// A task holds a thread only while it computes: one that waits for a read, a commit or a client holds none.
package final class FairLane<Holder: Hashable & Sendable>: TaskExecutor {
    private let holder: Holder
    private let threads: FairThreads<Holder>

    init(of holder: Holder, on threads: FairThreads<Holder>) {
        self.holder = holder
        self.threads = threads
    }

    /// How many pieces of work wait in it.
    package var waiting: Int { threads.waiting(of: holder) }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        threads.submit(for: holder) { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// The lanes of all holders, which share the same threads.
package final class FairLanes<Holder: Hashable & Sendable>: Sendable {
    private let threads: FairThreads<Holder>
    private let lanes = Mutex<[Holder: FairLane<Holder>]>([:])

    /// - Parameter threads: the threads that they share.
    package init(on threads: FairThreads<Holder>) {
        self.threads = threads
    }

    /// The lane of a holder. It is kept, so there are only to be so many holders.
    package func lane(of holder: Holder) -> FairLane<Holder> {
        lanes.withLock { lanes in
            if let lane = lanes[holder] { return lane }
            let lane = FairLane(of: holder, on: threads)
            lanes[holder] = lane
            return lane
        }
    }
}
