/// A lock for asynchronous work. Tasks get it in the order in which they requested it.
package final class FIFOLock: Sendable {
    /// Whether a task holds the lock.
    private let monitor = Monitor<Bool, Void, Void>(false)

    package init() {}

    /// Waits until the lock is free, and takes it. A cancelled task keeps waiting, so that every task that returns
    /// holds the lock.
    package func acquire() async {
        await monitor.wait(as: (), ifCancelled: nil) { isTaken, _ in
            defer { isTaken = true }
            return isTaken ? nil : ()
        }
    }

    /// Passes the lock to the task that has waited longest.
    package func release() {
        monitor.withLock { isTaken, waiters in
            if !waiters.wakeFirst() { isTaken = false }
        }
    }
}
