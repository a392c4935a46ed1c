import Coordination
package import FairKitCore
import ServiceLifecycle

/// Wakes claims that wait: after the commit of what they wait for, and when a lease, a delay or their wait is over.
///
/// One timer serves all of them: thousands may wait, and a timer for each would take 3 KB. See the decision `0033-one-timer-for-claims`.
/// Nothing depends on it but speed: a claim that misses a ring finds the delivery when it looks again.
package final class AlertBell: Sendable {
    /// A claim that waits.
    struct Waiter: Sendable {
        let group: String
        let consumer: String
        /// The lanes in which it is below its maxInFlight.
        let lanes: Set<DeliveryLane>
        /// When its wait is over, by the stopwatch.
        fileprivate var end = Duration.zero

        init(group: String, consumer: String, lanes: Set<DeliveryLane>) {
            self.group = group
            self.consumer = consumer
            self.lanes = lanes
        }
    }

    /// Why a claim waits no more.
    enum End: Sendable {
        /// The bell has rung for it, its task was cancelled, or the server stops.
        case woken
        case timeIsOver
    }

    private struct State {
        /// How often it has rung for all groups, and for each group alone.
        var rings = 0
        var ringsOf: [String: Int] = [:]
        var isStopped = false
        /// The first end of a wait that the timer knows of.
        var firstEnd: Duration?

        func rings(in group: String) -> Int { rings + ringsOf[group, default: 0] }

        /// - Parameter group: nil: every one.
        mutating func count(_ group: String?) {
            if let group { ringsOf[group, default: 0] += 1 } else { rings += 1 }
        }
    }

    private let claims = Monitor<State, Waiter, End>(State())
    private let dues: DueTimes
    private let stopwatch: Stopwatch

    package init(now: @escaping Now, clock: any Clock<Duration>) {
        dues = DueTimes(now: now, clock: clock)
        stopwatch = Stopwatch(clock)
    }

    /// How often it has rung for a group: to be read before looking for deliveries, so that a ring in between is not missed.
    package func rings(in group: String) -> Int { claims.withLock { state, _ in state.rings(in: group) } }

    /// How many claims wait in a group.
    package func waiting(in group: String) -> Int {
        claims.withLock { _, waiters in waiters.count { $0.group == group } }
    }

    /// The server is stopping; no claim waits any more.
    package var isStopped: Bool { claims.withLock { state, _ in state.isStopped } }

    /// Whether a claim waits in a group, and it is not known when something will be due in it.
    func wantsDue(in group: String) -> Bool {
        !dues.holds(group) && claims.withLock { _, waiters in waiters.contains { $0.group == group } }
    }

    /// Wakes as many waiters of each group as there are new deliveries in it.
    /// - Parameters:
    ///   - lane: where they are; nil: anywhere.
    ///   - group: whose they are; nil: every group's.
    package func ring(_ count: Int, in lane: DeliveryLane? = nil, of group: String? = nil) {
        guard count > 0 else { return }
        var left: [String: Int] = [:]
        wake(group) { waiter in
            guard !waiter.lanes.isEmpty else { return false }
            if let lane {
                guard waiter.lanes.contains(lane) else { return false }
            } else if waiter.lanes.count < DeliveryLane.allCases.count {
                // Perhaps nothing for it, so that one more must wake.
                return true
            }
            let rest = left[waiter.group, default: count]
            left[waiter.group] = max(0, rest - 1)
            return rest > 0
        }
    }

    /// Wakes as many as there are new alerts.
    func ring(for bands: [Band]) {
        for lane in DeliveryLane.allCases { ring(bands.count { DeliveryLane($0) == lane }, in: lane) }
    }

    /// Wakes claims of consumers that were at their maxInFlight in a lane, and have settled deliveries.
    func free(_ consumers: Set<String>, of group: String) {
        guard !consumers.isEmpty else { return }
        wake(group) { $0.lanes.count < DeliveryLane.allCases.count && consumers.contains($0.consumer) }
    }

    /// Wakes all claims of a group: what holds for it has changed.
    func changed(_ group: String) {
        wake(group) { _ in true }
    }

    /// Has every claim that waits look again, since the clock was set.
    package func clockWasSet() {
        dues.forget()
        ring(.max)
    }

    /// Rings for a group when a time has come.
    func expect(_ due: Timestamp?, in group: String) {
        if let due { dues.note(due, in: group) }
    }

    /// Waits for the next ring after `seen` that is meant for the waiter, until the time is over, the task is cancelled, or the server stops.
    /// The time is measured while `run` does.
    func wait(as waiter: Waiter, since seen: Int, atMost limit: Duration) async -> End {
        await withGracefulShutdownHandler {
            var waiter = waiter
            waiter.end = stopwatch.elapsed + limit
            return await claims.wait(as: waiter, ifCancelled: .woken) { [waiter] state, _ in
                guard state.rings(in: waiter.group) == seen, !state.isStopped else { return .woken }
                if state.firstEnd.map({ waiter.end < $0 }) ?? true {
                    state.firstEnd = waiter.end
                    dues.restart()
                }
                return nil
            }
        } onGracefulShutdown: {
            self.stop()
        }
    }

    private func stop() {
        claims.withLock { state, waiters in
            state.isStopped = true
            waiters.wakeAll(with: .woken)
        }
        dues.stop()
    }

    /// - Parameter group: nil: every one.
    private func wake(_ group: String?, where matches: (Waiter) -> Bool) {
        claims.withLock { state, waiters in
            state.count(group)
            waiters.wake(with: .woken) { (group == nil || group == $0.group) && matches($0) }
        }
    }
}

extension AlertBell: Service {
    /// Rings once for each group in which something has come into view by itself, and ends waits, until the server stops. The claim that
    /// is woken looks, and rings on for what it leaves.
    package func run() async {
        await withGracefulShutdownHandler {
            while !isStopped, !Task.isCancelled {
                let seen = dues.changes
                let left = endWaits().map { $0 - stopwatch.elapsed }
                for group in await dues.next(atMost: left, since: seen) { ring(1, of: group) }
            }
            // Waiters hear of the end before this service does, which must not end before its turn.
            try? await gracefulShutdown()
        } onGracefulShutdown: {
            self.stop()
        }
    }

    /// Ends the waits whose time is over.
    /// - Returns: when the next one is.
    private func endWaits() -> Duration? {
        let elapsed = stopwatch.elapsed
        return claims.withLock { state, waiters in
            var first: Duration?
            waiters.wake(with: .timeIsOver) { waiter in
                if waiter.end > elapsed { first = min(first ?? waiter.end, waiter.end) }
                return waiter.end <= elapsed
            }
            state.firstEnd = first
            return first
        }
    }
}
