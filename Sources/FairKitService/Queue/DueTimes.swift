import Coordination
import FairKitCore

/// When the next delivery of each group becomes visible by itself, as far as known.
final class DueTimes: Sendable {
    private struct State {
        var dues: [String: Timestamp] = [:]
        var changes = 0
        var isStopped = false
    }

    private let monitor = Monitor<State, Void, Void>(State())
    private let now: Now
    private let clock: any Clock<Duration>

    /// The system clock may be set while a delivery is waited for, so the time is checked again after this interval.
    private static let longestWait = Duration.seconds(10)

    init(now: @escaping Now, clock: any Clock<Duration>) {
        self.now = now
        self.clock = clock
    }

    /// Whether a due time is known for a group.
    func holds(_ group: String) -> Bool { monitor.withLock { state, _ in state.dues[group] != nil } }

    /// The number of changes that end a wait early.
    var changes: Int { monitor.withLock { state, _ in state.changes } }

    /// Records when a delivery becomes visible, unless an earlier time is known for the group.
    func record(_ due: Timestamp, in group: String) {
        monitor.withLock { state, waiters in
            guard state.dues[group].map({ due < $0 }) ?? true else { return }
            state.dues[group] = due
            state.changes += 1
            waiters.wakeAll()
        }
    }

    /// Forgets all times, because the clock was set.
    func forget() {
        monitor.withLock { state, waiters in
            state.dues = [:]
            state.changes += 1
            waiters.wakeAll()
        }
    }

    /// Ends the wait, so that it starts again with another limit.
    func restart() {
        monitor.withLock { state, waiters in
            state.changes += 1
            waiters.wakeAll()
        }
    }

    /// Ends all waiting.
    func stop() {
        monitor.withLock { state, waiters in
            state.isStopped = true
            waiters.wakeAll()
        }
    }

    /// Waits until a due time, the limit, a change after `seen`, a cancellation or `stop`.
    ///
    /// - Returns: the groups that are due; their times are forgotten.
    func next(atMost limit: Duration?, since seen: Int) async -> [String] {
        let first = monitor.withLock { state, _ in state.dues.values.min() }
        let untilDue = first.map { min(now().distance(to: $0), DueTimes.longestWait) }
        if let pause = [untilDue, limit].compactMap(\.self).min() {
            if pause > .zero {
                await monitor.wait(atMost: pause, clock: clock) { $0.changes != seen || $0.isStopped }
            }
        } else {
            await monitor.wait { $0.changes != seen || $0.isStopped }
        }
        let time = now()
        return monitor.withLock { state, _ in
            let come = state.dues.filter { $0.value <= time }.map(\.key)
            for group in come { state.dues[group] = nil }
            return come
        }
    }
}
