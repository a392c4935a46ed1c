/// Keeps a receiver that fails from being sent everything again and again: after some failures in a row nothing goes out for a while, then
/// one probe. Its success lets everything through again.
package struct CircuitBreaker: Hashable, Sendable {
    /// What may be sent now.
    package enum Leave: Hashable, Sendable {
        case everything
        /// One, of which is to be told by `probe` when it goes out.
        case one
        /// Nothing before this time.
        case nothing(until: Timestamp)
    }

    private enum State: Hashable {
        case closed(failures: Int)
        case open(since: Timestamp, rest: Duration)
        /// A probe is on its way; should nothing be heard of it, it is given up.
        case halfOpen(since: Timestamp, rest: Duration)
    }

    private var state = State.closed(failures: 0)
    private let threshold: Int
    private let shortest: Duration
    private let longest: Duration

    /// A probe with a critical alert waits no longer than this.
    package static let criticalRest = Duration.seconds(3)
    /// A probe of which nothing was heard for so long is given up.
    package static let probeTime = Duration.seconds(10)

    /// - Parameters:
    ///   - threshold: failures in a row that open it.
    ///   - shortest: how long it stays open at first; twice as long after each probe that fails.
    package init(threshold: Int = 5, shortest: Duration = .seconds(1), longest: Duration = .seconds(60)) {
        self.threshold = threshold
        self.shortest = shortest
        self.longest = longest
    }

    package func leave(for lane: DeliveryLane, at now: Timestamp) -> Leave {
        let end: Timestamp
        switch state {
        case .closed: return .everything
        case .open(let since, let rest):
            end = since.advanced(by: lane == .critical ? min(rest, CircuitBreaker.criticalRest) : rest)
        case .halfOpen(let since, _): end = since.advanced(by: CircuitBreaker.probeTime)
        }
        return now < end ? .nothing(until: end) : .one
    }

    /// Whether it keeps anything back.
    package var isOpen: Bool { if case .closed = state { false } else { true } }

    /// A probe goes out.
    package mutating func probe(at now: Timestamp) {
        switch state {
        case .closed: break
        case .open(_, let rest), .halfOpen(_, let rest): state = .halfOpen(since: now, rest: rest)
        }
    }

    package mutating func succeed() {
        state = .closed(failures: 0)
    }

    package mutating func fail(at now: Timestamp) {
        switch state {
        case .closed(let failures) where failures + 1 < threshold: state = .closed(failures: failures + 1)
        case .closed: state = .open(since: now, rest: shortest)
        case .halfOpen(_, let rest): state = .open(since: now, rest: min(rest * 2, longest))
        // Something that went out before it opened: it is open already.
        case .open: break
        }
    }
}
