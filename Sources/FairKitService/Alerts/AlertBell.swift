package import FairKitCore
import ServiceLifecycle
import Synchronization

/// Wakes claims that wait: after the commit of what they wait for, and by one timer when a lease, a delay or their wait is over.
///
/// Nothing depends on it but speed: a claim that misses a ring finds the delivery when it looks again.
package final class AlertBell: Sendable {
    /// A claim that waits.
    struct Waiter: Sendable {
        let group: String
        let consumer: String
        /// The lanes in which it is below its maxInFlight.
        let lanes: Set<DeliveryLane>
    }

    private struct Sleeper {
        let number: Int
        let waiter: Waiter
        /// When its wait is over, by `State.elapsed`.
        let end: Duration
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct State {
        /// How often it has rung for everybody, and for each group alone.
        var rings = 0
        var ringsOf: [String: Int] = [:]
        var isStopped = false
        var lastNumber = 0
        /// First come, first woken.
        var sleepers: [Sleeper] = []
        /// When the first delivery of a group becomes visible by itself, as far as anybody has said.
        var dues: [String: Timestamp] = [:]
        /// Time that has passed while somebody slept, by a clock that is never set; some tenths of a second behind at most.
        var elapsed = Duration.zero
        var timer: CheckedContinuation<Void, Never>?

        func rings(in group: String) -> Int { rings + ringsOf[group, default: 0] }

        /// - Parameter group: nil: every one.
        mutating func count(_ group: String?) {
            if let group { ringsOf[group, default: 0] += 1 } else { rings += 1 }
        }
    }

    /// How long a wait may last beyond its end.
    private static let tick = Duration.milliseconds(100)

    private let state = Mutex(State())
    private let now: Now
    private let clock: any Clock<Duration>

    package init(now: @escaping Now, clock: any Clock<Duration>) {
        self.now = now
        self.clock = clock
    }

    /// How often it has rung for a group: to be read before looking for deliveries, so that a ring in between is not missed.
    package func rings(in group: String) -> Int { state.withLock { $0.rings(in: group) } }

    /// The server is stopping; nobody waits any more.
    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Whether somebody waits in a group and nobody has said when something will be due in it.
    func wantsDue(in group: String) -> Bool {
        state.withLock { state in
            state.dues[group] == nil && state.sleepers.contains { $0.waiter.group == group }
        }
    }

    /// Wakes as many waiters of each group as there are new deliveries in it.
    /// - Parameters:
    ///   - lane: where they are; nil: anywhere.
    ///   - group: whose they are; nil: every group's.
    package func ring(_ count: Int, in lane: DeliveryLane? = nil, of group: String? = nil) {
        guard count > 0 else { return }
        wake { state in
            state.count(group)
            var left: [String: Int] = [:]
            return { waiter in
                guard group == nil || group == waiter.group, !waiter.lanes.isEmpty else { return false }
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
    }

    /// Wakes as many as there are new alerts.
    func ring(for bands: [Band]) {
        for lane in DeliveryLane.allCases { ring(bands.count { DeliveryLane($0) == lane }, in: lane) }
    }

    /// Wakes claims of consumers that were at their maxInFlight in a lane, and have settled deliveries.
    func free(_ consumers: Set<String>, of group: String) {
        guard !consumers.isEmpty else { return }
        wake { state in
            state.count(group)
            return { waiter in
                waiter.group == group && waiter.lanes.count < DeliveryLane.allCases.count
                    && consumers.contains(waiter.consumer)
            }
        }
    }

    /// Wakes everybody of a group: what holds for it has changed.
    func changed(_ group: String) {
        wake { state in
            state.count(group)
            return { $0.group == group }
        }
    }

    /// Rings for a group when a time has come.
    func expect(_ due: Timestamp?, in group: String) {
        guard let due else { return }
        let timer = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.dues[group].map({ due < $0 }) ?? true else { return nil }
            state.dues[group] = due
            defer { state.timer = nil }
            return state.timer
        }
        timer?.resume()
    }

    /// Returns at the next ring after `seen` that is meant for the waiter, about when the time is over, when the task is cancelled, or when
    /// the server stops. The time passes while `run` does.
    func wait(as waiter: Waiter, since seen: Int, atMost limit: Duration) async {
        await withGracefulShutdownHandler {
            await sleep(as: waiter, since: seen, atMost: limit)
        } onGracefulShutdown: {
            self.stop()
        }
    }

    private func sleep(as waiter: Waiter, since seen: Int, atMost limit: Duration) async {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (sleeps, timer) = state.withLock { state -> (Bool, CheckedContinuation<Void, Never>?) in
                    guard state.rings(in: waiter.group) == seen, !state.isStopped, !Task.isCancelled else {
                        return (false, nil)
                    }
                    let isFirst = state.sleepers.isEmpty
                    state.sleepers.append(
                        Sleeper(
                            number: number, waiter: waiter, end: state.elapsed + limit, continuation: continuation))
                    guard isFirst else { return (true, nil) }
                    defer { state.timer = nil }
                    return (true, state.timer)
                }
                if !sleeps { continuation.resume() }
                timer?.resume()
            }
        } onCancel: {
            let sleeper = state.withLock { state -> Sleeper? in
                guard let index = state.sleepers.firstIndex(where: { $0.number == number }) else { return nil }
                return state.sleepers.remove(at: index)
            }
            sleeper?.continuation.resume()
        }
    }

    private func stop() {
        wake { state in
            state.isStopped = true
            return { _ in true }
        }
        let timer = state.withLock { state in
            defer { state.timer = nil }
            return state.timer
        }
        timer?.resume()
    }

    private func wake(_ choose: (inout State) -> (Waiter) -> Bool) {
        let woken = state.withLock { state in
            let isMeant = choose(&state)
            var woken: [Sleeper] = []
            state.sleepers.removeAll { sleeper in
                guard isMeant(sleeper.waiter) else { return false }
                woken.append(sleeper)
                return true
            }
            return woken
        }
        for sleeper in woken { sleeper.continuation.resume() }
    }
}

extension AlertBell: Service {
    /// The one timer, until the server stops: rings once for each group in which something is due, and wakes those whose wait is over.
    /// Whoever is woken looks, and rings on for what it leaves.
    package func run() async {
        await withGracefulShutdownHandler {
            while !isStopped, !Task.isCancelled {
                let (due, sleeps) = state.withLock { ($0.dues.values.min(), !$0.sleepers.isEmpty) }
                let untilDue = due.map { max(now().distance(to: $0), .milliseconds(1)) }
                let pause = [untilDue, sleeps ? AlertBell.tick : nil].compactMap(\.self).min()
                let passed = await clock.measure {
                    await rest(atMost: pause) { $0.dues.values.min() != due || $0.sleepers.isEmpty == sleeps }
                }
                endWaits(after: sleeps ? passed : .zero)
                ringForDue()
            }
            // Waiters hear of the end before this service does, which must not end before its turn.
            try? await gracefulShutdown()
        } onGracefulShutdown: {
            self.stop()
        }
    }

    private func endWaits(after passed: Duration) {
        let woken = state.withLock { state in
            state.elapsed += passed
            var woken: [Sleeper] = []
            state.sleepers.removeAll { sleeper in
                guard sleeper.end <= state.elapsed else { return false }
                woken.append(sleeper)
                return true
            }
            return woken
        }
        for sleeper in woken { sleeper.continuation.resume() }
    }

    private func ringForDue() {
        let now = now()
        let due = state.withLock { state in
            let due = state.dues.filter { $0.value <= now }.map(\.key)
            for group in due { state.dues[group] = nil }
            return due
        }
        for group in due { ring(1, of: group) }
    }

    /// Returns when the time is over, or when somebody expects something earlier or begins to wait.
    private func rest(atMost limit: Duration?, unless hasChanged: @escaping @Sendable (borrowing State) -> Bool) async {
        await withTaskGroup { tasks in
            tasks.addTask { await self.untilCalled(unless: hasChanged) }
            if let limit { tasks.addTask { [clock] in try? await clock.sleep(for: limit) } }
            await tasks.next()
            tasks.cancelAll()
        }
    }

    private func untilCalled(unless hasChanged: @Sendable (borrowing State) -> Bool) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let rests = state.withLock { state in
                    guard !hasChanged(state), !state.isStopped, !Task.isCancelled else { return false }
                    state.timer = continuation
                    return true
                }
                if !rests { continuation.resume() }
            }
        } onCancel: {
            let timer = state.withLock { state in
                defer { state.timer = nil }
                return state.timer
            }
            timer?.resume()
        }
    }
}
