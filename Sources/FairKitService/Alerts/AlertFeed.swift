import Coordination
package import FairKitStore
import ServiceLifecycle

/// Wakes the followers of the alert history when it grows. One task polls for all of them, and only while there are
/// followers.
package final class AlertFeed: Sendable {
    private enum Waiter: Sendable {
        /// - Parameter number: the last event that the follower has seen.
        case follower(beyond: Int64)
        /// The polling task, while there are no followers.
        case looker

        var isFollower: Bool { if case .follower = self { true } else { false } }
    }

    private struct State {
        var isStopped = false
        /// The newest event so far.
        var newest: Int64 = 0
    }

    private let store: Store
    private let clock: any Clock<Duration>
    private let monitor = Monitor<State, Waiter, Void>(State())

    package init(store: Store, clock: any Clock<Duration>) {
        self.store = store
        self.clock = clock
    }

    /// Whether the server is stopping, which ends all followers.
    var isStopped: Bool { monitor.withLock { state, _ in state.isStopped } }

    /// Returns when there is an event beyond `number`, when the limit is reached, when the task is cancelled, or when
    /// the server stops.
    func wait(beyond number: Int64, atMost limit: Duration) async {
        await withGracefulShutdownHandler {
            await monitor.wait(
                as: .follower(beyond: number), atMost: limit, clock: clock, ifCancelled: (), ifLate: ()
            ) { state, waiters in
                guard state.newest <= number, !state.isStopped else { return () }
                // There may be events since this follower last looked.
                waiters.wake { !$0.isFollower }
                return nil
            }
        } onGracefulShutdown: {
            self.stop()
        }
    }

    private func stop() {
        monitor.withLock { state, waiters in
            state.isStopped = true
            waiters.wakeAll()
        }
    }
}

extension AlertFeed: Service {
    /// Reads the newest event after each commit while there are followers, until the server stops.
    package func run() async {
        await withGracefulShutdownHandler {
            while !isStopped, !Task.isCancelled {
                let count = store.commits.count
                if monitor.withLock({ _, waiters in !waiters.contains { $0.isFollower } }) {
                    await idle()
                } else {
                    await look()
                    await cancelWhenGracefulShutdown { await self.store.commits.more(than: count) }
                }
            }
            // Followers have to end before this service does, and this service must not end before its turn.
            try? await gracefulShutdown()
        } onGracefulShutdown: {
            self.stop()
        }
    }

    private func look() async {
        do {
            let newest = try await store.read(in: .urgent) { (tx) throws(DatabaseError) in try tx.lastAlertEvent() }
            monitor.withLock { state, waiters in
                state.newest = newest
                waiters.wake { if case .follower(let number) = $0 { number < newest } else { false } }
            }
        } catch {
            // The followers read for themselves, and get the error.
            monitor.withLock { _, waiters in waiters.wake { $0.isFollower } }
        }
    }

    /// Waits until there is a follower.
    private func idle() async {
        await monitor.wait(as: .looker, ifCancelled: ()) { state, waiters in
            waiters.contains { $0.isFollower } || state.isStopped ? () : nil
        }
    }
}
