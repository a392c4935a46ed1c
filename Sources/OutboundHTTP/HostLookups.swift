import Coordination
package import FairKitCore

/// Resolves host names, a few at a time.
///
/// A lookup blocks a thread and can't be interrupted, even if its task is cancelled; without an answer it takes half a
/// minute. So the number of threads is limited, tasks with the same host share one lookup, and the others wait in a
/// queue, which a cancelled task leaves.
package final class HostLookups: Sendable {
    private struct State {
        /// Hosts that a thread is resolving.
        var running: Set<String> = []
        /// Hosts that wait for a thread, in order.
        var waiting: [String] = []
    }

    /// Each task waits for its host.
    private let monitor = Monitor<State, String, [IPAddress]>(State())
    private let limit: Int
    private let lookup: @Sendable (_ host: String) -> [IPAddress]

    /// - Parameters:
    ///   - limit: the most threads.
    ///   - lookup: blocks until it has the addresses of a host; none if there is no such host.
    package init(atMost limit: Int, by lookup: @escaping @Sendable (_ host: String) -> [IPAddress]) {
        self.limit = limit
        self.lookup = lookup
    }

    /// The addresses of a host; none if there is no such host, or the task is cancelled.
    package func addresses(of host: String) async -> [IPAddress] {
        await monitor.wait(as: host, ifCancelled: []) { state, _ in
            if Task.isCancelled { return [] }
            if state.running.contains(host) { return nil }
            if state.running.count < limit {
                start(host, &state)
            } else if !state.waiting.contains(host) {
                state.waiting.append(host)
            }
            return nil
        }
    }

    private func start(_ host: String, _ state: inout State) {
        state.running.insert(host)
        BlockingThread().submit { self.end(host, with: self.lookup(host)) }
    }

    private func end(_ host: String, with found: [IPAddress]) {
        monitor.withLock { state, waiters in
            state.running.remove(host)
            waiters.wake(with: found) { $0 == host }
            while state.running.count < limit, !state.waiting.isEmpty {
                let next = state.waiting.removeFirst()
                // All tasks that wanted it may have left.
                if waiters.contains(where: { $0 == next }) { start(next, &state) }
            }
        }
    }
}
