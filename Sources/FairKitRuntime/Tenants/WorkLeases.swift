import Coordination
package import FairKitCore

/// The work that this server does, of the work that several servers of one database share. See decision 0121.
///
/// Correctness does not rest on it, because a process may stand still at any moment: each transaction reads again what
/// there is to do. It saves work, and makes a message that is sent twice rare.
package final class WorkLeases: Sendable {
    private struct State {
        /// When the work of each lease has to stop, by the stopwatch.
        var held: [SharedWork: Duration] = [:]
        /// When each lease was given back that was not taken since then, or not for long.
        var givenBack: [SharedWork: Duration] = [:]
        /// How many messages of each tenant are under way: sent, and their outcome not stored.
        var underway: [SharedWork: Int] = [:]
        var isReplaced = false
        var isEnded = false
    }

    /// This server.
    package let server: ServerID
    private let clock: any Clock<Duration>
    private let stopwatch: Stopwatch
    private let monitor = Monitor<State, Void, Void>(State())

    /// - Parameter clock: a monotonic clock.
    package init(of server: ServerID, clock: any Clock<Duration>) {
        self.server = server
        self.clock = clock
        stopwatch = Stopwatch(clock)
    }

    /// The time on the server's own clock, for `learn`.
    package var elapsed: Duration { stopwatch.elapsed }

    /// Whether this server does some work now.
    package func holds(_ work: SharedWork) -> Bool { left(of: work) > .zero }

    /// The work that this server does now.
    package var held: Set<SharedWork> {
        let elapsed = stopwatch.elapsed
        return monitor.withLock { state, _ in Set(state.held.filter { $0.value > elapsed }.keys) }
    }

    /// How long this server may do some work without renewing its lease.
    private func left(of work: SharedWork) -> Duration {
        let elapsed = stopwatch.elapsed
        return monitor.withLock { state, _ in max(.zero, (state.held[work] ?? .zero) - elapsed) }
    }

    /// Records which leases the database says that this server has.
    /// - Parameters:
    ///   - works: nil: a server that started later has the id of this one, so this one has none.
    ///   - asked: the value of `elapsed` before the database was asked.
    package func learn(_ works: Set<SharedWork>?, asked: Duration) {
        monitor.withLock { state, waiters in
            guard !state.isEnded else { return }
            state.isReplaced = works == nil
            state.held = Dictionary(uniqueKeysWithValues: (works ?? []).map { ($0, asked + SharedWork.timeout) })
            waiters.wakeAll()
        }
    }

    /// Whether a server that started later has the id of this one.
    package var isReplaced: Bool { monitor.withLock { state, _ in state.isReplaced } }

    /// Stops work at once, whose lease is about to be given back. It keeps work of which a message is under way, since
    /// another server would send that once more.
    /// - Returns: the work that has stopped.
    @discardableResult
    package func release(_ works: Set<SharedWork>) -> Set<SharedWork> {
        let elapsed = stopwatch.elapsed
        return monitor.withLock { state, waiters in
            let idle = works.filter { state.underway[$0] == nil }
            for work in idle {
                state.held[work] = nil
                state.givenBack[work] = elapsed
            }
            waiters.wakeAll()
            return idle
        }
    }

    /// Records that messages are about to be sent, if this server does the work now.
    /// - Returns: whether it does; then `endOne` has to follow for each, once its outcome is stored.
    func begin(_ count: Int, of work: SharedWork) -> Bool {
        let elapsed = stopwatch.elapsed
        return monitor.withLock { state, _ in
            guard (state.held[work] ?? .zero) > elapsed else { return false }
            state.underway[work, default: 0] += count
            return true
        }
    }

    /// Records that the outcome of a message is stored.
    func endOne(of work: SharedWork) {
        monitor.withLock { state, _ in
            guard let count = state.underway[work] else { return }
            state.underway[work] = count > 1 ? count - 1 : nil
        }
    }

    /// Stops all work for good: the server ends.
    package func end() {
        monitor.withLock { state, waiters in
            (state.held, state.isEnded) = ([:], true)
            waiters.wakeAll()
        }
    }

    /// How long ago each lease was given back, within the time that matters for the next change.
    package var givenBackBefore: [SharedWork: Duration] {
        let elapsed = stopwatch.elapsed
        return monitor.withLock { state, _ in
            state.givenBack = state.givenBack.filter { elapsed - $0.value < LeaseChange.loyalty }
            return state.givenBack.mapValues { elapsed - $0 }
        }
    }

    /// Returns once this server does some work, or when the task is cancelled.
    func untilHeld(_ work: SharedWork) async {
        while !Task.isCancelled, !holds(work) {
            await monitor.wait { [stopwatch] in ($0.held[work] ?? .zero) > stopwatch.elapsed }
        }
    }

    /// Returns once this server does some work no longer, or when the task is cancelled.
    func untilLost(_ work: SharedWork) async {
        while !Task.isCancelled {
            let left = left(of: work)
            guard left > .zero else { return }
            await monitor.wait(atMost: left, clock: clock) { $0.held[work] == nil }
        }
    }
}

/// Whether this server may do the work of a tenant now that is done once. Where a server is alone, it always may.
package struct Leadership: Sendable {
    private let leases: WorkLeases?
    private let work: SharedWork

    /// A server that is alone does all work.
    package static let always = Leadership(leases: nil, work: .list)

    private init(leases: WorkLeases?, work: SharedWork) {
        self.leases = leases
        self.work = work
    }

    /// - Parameter leases: nil: this server is alone.
    package init(_ work: SharedWork, by leases: WorkLeases?) {
        self.init(leases: leases, work: work)
    }

    package var isHeld: Bool { leases?.holds(work) ?? true }

    /// Records that messages are about to be sent. Until their outcomes are stored, no other server takes the lead.
    /// - Returns: false if it is not held.
    package func begin(sending count: Int) -> Bool { leases?.begin(count, of: work) ?? true }

    /// Records that the outcome of a message is stored.
    package func endSending() { leases?.endOne(of: work) }

    /// Whether it never ends.
    var isForEver: Bool { leases == nil }

    /// Returns once it is held, or when the task is cancelled.
    func begun() async { await leases?.untilHeld(work) }

    /// Returns once it is not held, or when the task is cancelled.
    func ended() async {
        guard let leases else { return await Monitor<Void, Void, Void>(()).wait { _ in false } }
        await leases.untilLost(work)
    }
}
