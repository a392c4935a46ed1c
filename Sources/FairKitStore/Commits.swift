import Coordination
import Synchronization

/// Counts what a store has committed, and wakes the tasks that wait for more.
package final class Commits: Sendable {
    private let monitor = Monitor<Int, Void, Void>(0)
    private let changesOfCallers = Atomic<UInt64>(0)

    /// What tells who a caller is, and whether it is let in.
    static let tablesOfCallers: Set<String> = ["api_key", "session", "account"]

    /// How many transactions were committed since the store was opened.
    package var count: Int { monitor.withLock { count, _ in count } }

    /// Returns when more was committed than `count`, or when the task is cancelled.
    package func more(than count: Int) async {
        await monitor.wait { $0 != count }
    }

    /// Counts the transactions that changed an API key, a session or an account. One is counted before any of its writes is answered: who has
    /// revoked a key is told so only after that.
    package var callersVersion: UInt64 { changesOfCallers.load(ordering: .acquiring) }

    func noteChangeOfCallers() { changesOfCallers.add(1, ordering: .releasing) }

    /// A transaction is on the disk.
    func add() {
        monitor.withLock { count, waiters in
            count += 1
            waiters.wakeAll()
        }
    }
}
