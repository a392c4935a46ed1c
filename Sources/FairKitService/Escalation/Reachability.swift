import Synchronization

/// Whether the last step of the escalation can reach a person, as the last check found it.
package final class Reachability: Sendable {
    private let found = Mutex<Bool?>(nil)

    package init() {}

    package func note(_ isReachable: Bool) {
        found.withLock { $0 = isReachable }
    }

    /// Whether the last check found no one. Before the first check nothing is known.
    package var isUnreachable: Bool { found.withLock { $0 == false } }
}
