import Coordination
import Relational
import Synchronization

/// Counts a store's commits, and wakes tasks that wait for the next one.
package final class Commits: Sendable {
    private let monitor = Monitor<Int, Void, Void>(0)
    private let changesOfCallers = Atomic<UInt64>(0)

    /// The tables that authenticate a caller and decide whether their access is active. No trigger may
    /// change one.
    package static let tablesOfCallers: Set<String> = ["api_key", "session", "account"]

    /// The tables whose changes are counted: those of callers, and the one that says when an alert is escalated next.
    static let watchedTables = WatchedTables([tablesOfCallers, ["alert_step"]])

    /// Counts the transactions that changed a step of an escalation: of most commits its task need not know.
    private let ofSteps = Monitor<Int, Void, Void>(0)

    /// How often steps of escalations may have changed since the store was opened.
    package var countOfSteps: Int { ofSteps.withLock { count, _ in count } }

    /// Returns once steps may have changed more often than `count`, or when the task is cancelled.
    package func moreOfSteps(than count: Int) async {
        await ofSteps.wait { $0 != count }
    }

    func addOfSteps() {
        ofSteps.withLock { count, waiters in
            count += 1
            waiters.wakeAll()
        }
    }

    /// How many transactions were committed since the store was opened.
    package var count: Int { monitor.withLock { count, _ in count } }

    /// Returns once there are more commits than `count`, or when the task is cancelled.
    package func more(than count: Int) async {
        await monitor.wait { $0 != count }
    }

    /// Counts the transactions that changed an API key, a session or an account. Each is counted before the response to
    /// any of its writes: a client that revoked a key gets its response only after that.
    package var callersVersion: UInt64 { changesOfCallers.load(ordering: .acquiring) }

    func logChangeOfCallers() { changesOfCallers.add(1, ordering: .releasing) }

    /// The commits of all servers to the database, as it counts them, when they were looked up last.
    private let known = Mutex<Int64?>(nil)

    /// Counts what other servers may have committed.
    private let ofOthers = Monitor<Int, Void, Void>(0)

    /// How often other servers may have committed since the store was opened.
    package var countOfOthers: Int { ofOthers.withLock { count, _ in count } }

    /// Returns once other servers may have committed more often than `count`, or when the task is cancelled.
    package func moreOfOthers(than count: Int) async {
        await ofOthers.wait { $0 != count }
    }

    /// Records how many transactions all servers have committed. Those of this server are among them, so now and then
    /// tasks are woken for nothing.
    func learn(_ all: Int64) {
        let isNews = known.withLock { known in
            defer { known = max(all, known ?? all) }
            return known.map { $0 < all } ?? false
        }
        if isNews { addOfOthers() }
    }

    /// Records that another server may have committed.
    func addOfOthers() {
        add()
        addOfSteps()
        ofOthers.withLock { count, waiters in
            count += 1
            waiters.wakeAll()
        }
    }

    /// Records that a transaction is on the disk.
    func add() {
        monitor.withLock { count, waiters in
            count += 1
            waiters.wakeAll()
        }
    }
}
