import Coordination
import FairKitCore
package import FairKitStore
import ServiceLifecycle

/// Wakes the people who follow their notices. One task polls for all of them, and only while there are followers; each
/// commit wakes only those who were told something.
package final class NoticeFeed: Sendable {
    private enum Waiter: Sendable {
        /// - Parameter number: the newest event when the follower last looked.
        case follower(AccountID, beyond: Int64)
        /// The polling task, while there are no followers.
        case looker

        var isFollower: Bool { if case .follower = self { true } else { false } }
    }

    private struct State {
        var isStopped = false
        /// The newest event that was looked at.
        var newest: Int64 = 0
        /// The last event of each account among the latest events.
        var last: [AccountID: Int64] = [:]
        /// Followers who looked before this event have to look again: `last` does not reach so far back.
        var floor: Int64 = 0

        func concerns(_ account: AccountID, beyond number: Int64) -> Bool {
            number < floor || last[account].map { $0 > number } ?? false
        }
    }

    private let store: Store
    private let clock: any Clock<Duration>
    private let monitor = Monitor<State, Waiter, Void>(State())

    /// How many accounts are remembered, and how many events are read at once.
    private static let most = 10_000

    package init(store: Store, clock: any Clock<Duration>) {
        self.store = store
        self.clock = clock
    }

    /// Whether the server is stopping, which ends all followers.
    var isStopped: Bool { monitor.withLock { state, _ in state.isStopped } }

    /// Returns when the account may have been told something after `number`, when the limit is reached, when the task
    /// is cancelled, or when the server stops.
    func wait(for account: AccountID, beyond number: Int64, atMost limit: Duration) async {
        await withGracefulShutdownHandler {
            await monitor.wait(
                as: .follower(account, beyond: number), atMost: limit, clock: clock, ifCancelled: (), ifLate: ()
            ) { state, waiters in
                guard !state.concerns(account, beyond: number), !state.isStopped else { return () }
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

extension NoticeFeed: Service {
    /// Reads the newest events after each commit while there are followers, until the server stops.
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
        let seen = monitor.withLock { state, _ in state.newest }
        do {
            let (told, newest) = try await store.read(in: .urgent) { (tx) throws(DatabaseError) in
                (try tx.accountsTold(after: seen, limit: NoticeFeed.most + 1), try tx.lastNoticeEvent())
            }
            monitor.withLock { state, waiters in
                state.newest = newest
                if told.count > NoticeFeed.most || state.last.count > NoticeFeed.most {
                    state.last = [:]
                    state.floor = newest
                } else {
                    for (account, number) in told { state.last[account] = number }
                }
                let now = state
                waiters.wake { waiter in
                    guard case .follower(let account, let number) = waiter else { return false }
                    return now.concerns(account, beyond: number)
                }
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
