/// A lock for work that takes several steps and may suspend in between; the tasks get it in the order in which they asked.
package final class FIFOLock: Sendable {
    /// Whether a task has it.
    private let monitor = Monitor<Bool, Void, Void>(false)

    package init() {}

    /// Waits until the lock is free, and takes it. A task that is cancelled waits on, so that each one that returns has it.
    package func acquire() async {
        await monitor.wait(as: (), ifCancelled: nil) { isTaken, _ in
            defer { isTaken = true }
            return isTaken ? nil : ()
        }
    }

    /// Hands the lock to the task that waits longest.
    package func release() {
        monitor.withLock { isTaken, waiters in
            if !waiters.wakeFirst() { isTaken = false }
        }
    }
}
