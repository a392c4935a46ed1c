/// Stops requests to a receiver that fails: after some failures in a row it opens for a while, then lets one probe through. A probe
/// that succeeds closes it.
package struct CircuitBreaker: Hashable, Sendable {
    /// Which requests may go out now.
    package enum Permit: Hashable, Sendable {
        case everything
        /// One; the caller tells `beginProbe` when it goes out.
        case one
        /// None before this time.
        case nothing(until: Timestamp)
    }

    private enum State: Hashable {
        case closed(failures: Int)
        case open(since: Timestamp, rest: Duration)
        /// A probe is on its way; after `probeTime` without an outcome it counts as lost.
        case halfOpen(since: Timestamp, rest: Duration)
    }

    private var state = State.closed(failures: 0)
    private let threshold: Int
    private let shortest: Duration
    private let longest: Duration

    /// For critical alerts it is never open longer than this.
    package static let criticalRest = Duration.seconds(3)
    /// After this time without an outcome a probe counts as lost.
    package static let probeTime = Duration.seconds(10)

    /// - Parameters:
    ///   - threshold: failures in a row that open it.
    ///   - shortest: how long it stays open at first; twice as long after each probe that fails.
    package init(threshold: Int = 5, shortest: Duration = .seconds(1), longest: Duration = .seconds(60)) {
        self.threshold = threshold
        self.shortest = shortest
        self.longest = longest
    }

    /// What may go out in a lane now.
    package func permit(for lane: DeliveryLane, at now: Timestamp) -> Permit {
        let end: Timestamp
        switch state {
        case .closed: return .everything
        case .open(let since, let rest):
            end = since.advanced(by: lane == .critical ? min(rest, CircuitBreaker.criticalRest) : rest)
        case .halfOpen(let since, _): end = since.advanced(by: CircuitBreaker.probeTime)
        }
        return now < end ? .nothing(until: end) : .one
    }

    /// Whether it holds any request back.
    package var isOpen: Bool { if case .closed = state { false } else { true } }

    /// Notes that a probe goes out.
    package mutating func beginProbe(at now: Timestamp) {
        switch state {
        case .closed: break
        case .open(_, let rest), .halfOpen(_, let rest): state = .halfOpen(since: now, rest: rest)
        }
    }

    /// Notes a success: it closes.
    package mutating func succeed() {
        state = .closed(failures: 0)
    }

    /// Notes a failure: it opens after the threshold, or again for longer after a probe.
    package mutating func fail(at now: Timestamp) {
        switch state {
        case .closed(let failures) where failures + 1 < threshold: state = .closed(failures: failures + 1)
        case .closed: state = .open(since: now, rest: shortest)
        case .halfOpen(_, let rest): state = .open(since: now, rest: min(rest * 2, longest))
        // The request went out before the breaker opened.
        case .open: break
        }
    }
}
