package import FairKitStore
import ServiceLifecycle
import Synchronization

/// Wakes the followers of the alert history when it has grown: one task polls for all of them, and only while there are any.
package final class AlertFeed: Sendable {
    private struct Follower {
        /// The last event that it has.
        let number: Int64
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        var isStopped = false
        var lastFollower = 0
        /// The last event that was seen.
        var newest: Int64 = 0
        var followers: [Int: Follower] = [:]
        /// The polling task, while there are no followers.
        var idle: CheckedContinuation<Void, Never>?
    }

    private let store: Store
    private let clock: any Clock<Duration>
    private let state = Mutex(State())

    package init(store: Store, clock: any Clock<Duration>) {
        self.store = store
        self.clock = clock
    }

    /// Whether the server is stopping, so that followers end.
    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Returns when there is an event beyond a number, when the time is over, when the task is cancelled, or when the server stops.
    func wait(beyond number: Int64, atMost limit: Duration) async {
        await withGracefulShutdownHandler {
            await withTaskGroup { tasks in
                tasks.addTask { await self.follow(from: number) }
                tasks.addTask { [clock] in try? await clock.sleep(for: limit) }
                await tasks.next()
                tasks.cancelAll()
            }
        } onGracefulShutdown: {
            self.stop()
        }
    }

    private func follow(from number: Int64) async {
        let key = state.withLock { state in
            state.lastFollower += 1
            return state.lastFollower
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (waits, idle) = state.withLock { state -> (Bool, CheckedContinuation<Void, Never>?) in
                    guard state.newest <= number, !state.isStopped, !Task.isCancelled else { return (false, nil) }
                    state.followers[key] = Follower(number: number, continuation: continuation)
                    defer { state.idle = nil }
                    return (true, state.idle)
                }
                if !waits { continuation.resume() }
                // Something may have come since this follower has looked.
                idle?.resume()
            }
        } onCancel: {
            state.withLock { $0.followers.removeValue(forKey: key) }?.continuation.resume()
        }
    }

    private func wake(_ isMeant: (Follower) -> Bool) {
        let woken = state.withLock { state in
            let woken = state.followers.filter { isMeant($0.value) }
            for key in woken.keys { state.followers[key] = nil }
            return woken
        }
        for follower in woken.values { follower.continuation.resume() }
    }

    private func stop() {
        let idle = state.withLock { state in
            state.isStopped = true
            defer { state.idle = nil }
            return state.idle
        }
        idle?.resume()
        wake { _ in true }
    }
}

extension AlertFeed: Service {
    /// Reads the last event after each commit while there are followers, until the server stops.
    package func run() async {
        await withGracefulShutdownHandler {
            while !isStopped, !Task.isCancelled {
                let count = store.commits.count
                if state.withLock({ $0.followers.isEmpty }) {
                    await idle()
                } else {
                    await look()
                    await cancelWhenGracefulShutdown { await self.store.commits.more(than: count) }
                }
            }
            // Followers hear of the end before this service does, which must not end before its turn.
            try? await gracefulShutdown()
        } onGracefulShutdown: {
            self.stop()
        }
    }

    private func look() async {
        do {
            let newest = try await store.readUrgently { (tx) throws(DatabaseError) in try tx.lastAlertEvent() }
            state.withLock { $0.newest = newest }
            wake { $0.number < newest }
        } catch {
            // They look themselves, and learn of it.
            wake { _ in true }
        }
    }

    private func idle() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let waits = state.withLock { state in
                    guard state.followers.isEmpty, !state.isStopped, !Task.isCancelled else { return false }
                    state.idle = continuation
                    return true
                }
                if !waits { continuation.resume() }
            }
        } onCancel: {
            let idle = state.withLock { state in
                defer { state.idle = nil }
                return state.idle
            }
            idle?.resume()
        }
    }
}
