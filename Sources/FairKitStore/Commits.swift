import Coordination

/// Counts what a store has committed, and wakes the tasks that wait for more.
package final class Commits: Sendable {
    private let monitor = Monitor<Int, Void, Void>(0)

    /// How many transactions were committed since the store was opened.
    package var count: Int { monitor.withLock { count, _ in count } }

    /// Returns when more was committed than `count`, or when the task is cancelled.
    package func more(than count: Int) async {
        await monitor.wait { $0 != count }
    }

    /// A transaction is on the disk.
    func add() {
        monitor.withLock { count, waiters in
            count += 1
            waiters.wakeAll()
        }
    }
}
