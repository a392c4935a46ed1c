import Coordination
import FairKitStore
import ServiceLifecycle

/// Wakes those who follow something that grows with commits. One task looks for all of them after each commit, and only
/// while there are followers.
///
/// - `Known`: what the task found when it looked last.
/// - `Follower`: what a follower waits for.
package final class CommitFeed<Known: Sendable, Follower: Sendable>: Sendable {
    private enum Waiter: Sendable {
        case follower(Follower)
        /// The task, while there are no followers.
        case looker

        var isFollower: Bool { if case .follower = self { true } else { false } }
    }

    private struct State {
        var isStopped = false
        var known: Known
    }

    private let store: Store
    private let clock: any Clock<Duration>
    private let monitor: Monitor<State, Waiter, Void>
    private let look: @Sendable (borrowing ReadTransaction, Known) throws(DatabaseError) -> Known
    private let concerns: @Sendable (Known, Follower) -> Bool

    /// - Parameters:
    ///   - known: the knowledge before the first look.
    ///   - look: reads what is known now.
    ///   - concerns: whether a follower has to read for itself.
    init(
        _ known: Known, store: Store, clock: any Clock<Duration>,
        look: @escaping @Sendable (borrowing ReadTransaction, Known) throws(DatabaseError) -> Known,
        concerns: @escaping @Sendable (Known, Follower) -> Bool
    ) {
        self.store = store
        self.clock = clock
        self.look = look
        self.concerns = concerns
        monitor = Monitor(State(known: known))
    }

    /// Whether the server is stopping, which ends all followers.
    var isStopped: Bool { monitor.withLock { state, _ in state.isStopped } }

    /// Returns when what is known concerns the follower, when the limit is reached, when the task is cancelled, or when
    /// the server stops.
    func wait(for follower: Follower, atMost limit: Duration) async {
        await withGracefulShutdownHandler {
            await monitor.wait(
                as: .follower(follower), atMost: limit, clock: clock, ifCancelled: (), ifLate: ()
            ) { [concerns] state, waiters in
                guard !concerns(state.known, follower), !state.isStopped else { return () }
                // There may be more since this follower last looked.
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

extension CommitFeed: Service {
    /// Looks after each commit while there are followers, until the server stops.
    package func run() async {
        await withGracefulShutdownHandler {
            while !isStopped, !Task.isCancelled {
                let count = store.commits.count
                if monitor.withLock({ _, waiters in !waiters.contains { $0.isFollower } }) {
                    await idle()
                } else {
                    await lookAgain()
                    await cancelWhenGracefulShutdown { await self.store.commits.more(than: count) }
                }
            }
            // Followers have to end before this service does, and this service must not end before its turn.
            try? await gracefulShutdown()
        } onGracefulShutdown: {
            self.stop()
        }
    }

    private func lookAgain() async {
        let before = monitor.withLock { state, _ in state.known }
        do {
            let known = try await store.read(in: .urgent) { [look] (tx) throws(DatabaseError) in try look(tx, before) }
            monitor.withLock { [concerns] state, waiters in
                state.known = known
                waiters.wake { if case .follower(let follower) = $0 { concerns(known, follower) } else { false } }
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
