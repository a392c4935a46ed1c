import Coordination
package import FairKitCore
import ServiceLifecycle

/// Wakes waiting claims: after a commit that concerns them, and when a lease, a delay or their own wait ends.
///
/// One timer serves all claims: thousands may wait, and a timer for each would take 3 KB. See the decision
/// `0041-rooms`. Only speed depends on it: a claim that misses a call finds the delivery the next
/// time it looks.
package final class ClaimWaiters: Sendable {
    /// A waiting claim.
    struct Waiter: Sendable {
        let group: String
        let consumer: String
        /// The lanes in which its consumer is below maxInFlight.
        let lanes: Set<DeliveryLane>
        /// When its wait ends, by the stopwatch.
        fileprivate var end = Duration.zero

        init(group: String, consumer: String, lanes: Set<DeliveryLane>) {
            self.group = group
            self.consumer = consumer
            self.lanes = lanes
        }
    }

    /// Why a wait ended.
    enum End: Sendable {
        /// The claim was called, its task was cancelled, or the server stops.
        case woken
        case timeIsOver
    }

    private struct State {
        /// The number of calls for all groups, and for each single group.
        var wakes = 0
        var wakesOf: [String: Int] = [:]
        var isStopped = false
        /// The earliest end of a wait that the timer knows of.
        var firstEnd: Duration?

        func wakes(in group: String) -> Int { wakes + wakesOf[group, default: 0] }

        /// - Parameter group: nil: all groups.
        mutating func count(_ group: String?) {
            if let group { wakesOf[group, default: 0] += 1 } else { wakes += 1 }
        }
    }

    private let claims = Monitor<State, Waiter, End>(State())
    private let dues: DueTimes
    private let stopwatch: Stopwatch

    package init(now: @escaping Now, clock: any Clock<Duration>) {
        dues = DueTimes(now: now, clock: clock)
        stopwatch = Stopwatch(clock)
    }

    /// The number of calls for a group. Read it before looking for deliveries, so that no call in between is missed.
    package func wakes(in group: String) -> Int { claims.withLock { state, _ in state.wakes(in: group) } }

    /// The number of waiting claims of a group.
    package func waiting(in group: String) -> Int {
        claims.withLock { _, waiters in waiters.count { $0.group == group } }
    }

    /// The server is stopping, and no claim waits any more.
    package var isStopped: Bool { claims.withLock { state, _ in state.isStopped } }

    /// Whether a claim waits in a group whose next due time is unknown.
    func wantsDue(in group: String) -> Bool {
        !dues.holds(group) && claims.withLock { _, waiters in waiters.contains { $0.group == group } }
    }

    /// Wakes as many waiters of each group as there are new deliveries.
    ///
    /// - Parameters:
    ///   - lane: the lane of the deliveries; nil: any.
    ///   - group: the group of the deliveries; nil: every group.
    package func wake(_ count: Int, in lane: DeliveryLane? = nil, of group: String? = nil) {
        guard count > 0 else { return }
        var left: [String: Int] = [:]
        wake(group) { waiter in
            guard !waiter.lanes.isEmpty else { return false }
            if let lane {
                guard waiter.lanes.contains(lane) else { return false }
            } else if waiter.lanes.count < DeliveryLane.allCases.count {
                // There may be nothing for this one, so one more must wake.
                return true
            }
            let rest = left[waiter.group, default: count]
            left[waiter.group] = max(0, rest - 1)
            return rest > 0
        }
    }

    /// Wakes as many waiters as there are new alerts.
    func wake(for bands: [Band]) {
        for lane in DeliveryLane.allCases { wake(bands.count { DeliveryLane($0) == lane }, in: lane) }
    }

    /// Wakes claims of consumers that were at their maxInFlight and have settled deliveries.
    func free(_ consumers: Set<String>, of group: String) {
        guard !consumers.isEmpty else { return }
        wake(group) { $0.lanes.count < DeliveryLane.allCases.count && consumers.contains($0.consumer) }
    }

    /// Wakes all claims of a group whose settings changed.
    func changed(_ group: String) {
        wake(group) { _ in true }
    }

    /// Wakes one claim of each group, and those of consumers that were at their maxInFlight: another server may have
    /// committed deliveries, acks or settings.
    func othersHaveCommitted() {
        var groups: Set<String> = []
        wake(nil) { waiter in
            waiter.lanes.count < DeliveryLane.allCases.count || groups.insert(waiter.group).inserted
        }
    }

    /// Wakes all waiting claims, because the clock was set.
    package func clockWasSet() {
        dues.forget()
        wake(.max)
    }

    /// Wakes a claim of a group at a time.
    func expect(_ due: Timestamp?, in group: String) {
        if let due { dues.record(due, in: group) }
    }

    /// Waits for the next call after `seen` for this waiter, until the limit is reached, the task is cancelled, or the
    /// server stops. The limit is enforced while `run` runs.
    func wait(as waiter: Waiter, since seen: Int, atMost limit: Duration) async -> End {
        await withGracefulShutdownHandler {
            var waiter = waiter
            waiter.end = stopwatch.elapsed + limit
            return await claims.wait(as: waiter, ifCancelled: .woken) { [waiter] state, _ in
                guard state.wakes(in: waiter.group) == seen, !state.isStopped else { return .woken }
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

    /// - Parameter group: nil: all groups.
    private func wake(_ group: String?, where matches: (Waiter) -> Bool) {
        claims.withLock { state, waiters in
            state.count(group)
            waiters.wake(with: .woken) { (group == nil || group == $0.group) && matches($0) }
        }
    }
}

extension ClaimWaiters: Service {
    /// Wakes one claim for each group in which a delivery becomes visible by itself, and ends expired waits, until the
    /// server stops. The woken claim looks, and wakes others for what it leaves.
    package func run() async {
        await withGracefulShutdownHandler {
            while !isStopped, !Task.isCancelled {
                let seen = dues.changes
                let left = endWaits().map { $0 - stopwatch.elapsed }
                for group in await dues.next(atMost: left, since: seen) { wake(1, of: group) }
            }
            // Waiters have to end before this service does, and this service must not end before its turn.
            try? await gracefulShutdown()
        } onGracefulShutdown: {
            self.stop()
        }
    }

    /// Ends expired waits.
    ///
    /// - Returns: when the next one expires.
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
