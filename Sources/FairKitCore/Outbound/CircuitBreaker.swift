/// Stops requests to a failing receiver: after several failures in a row it opens for a while, then lets one probe
/// through. A successful probe closes it; each failed one opens it for longer.
package struct CircuitBreaker: Equatable, Sendable {
    /// Which requests may be sent now.
    package enum Permit: Equatable, Sendable {
        case everything
        /// One; the caller calls `beginProbe` when it is sent.
        case one
        /// None before this time.
        case nothing(until: Timestamp)
    }

    private enum State: Equatable {
        case closed(failures: Int)
        /// - `times`: how often it has opened in a row.
        case open(until: Timestamp, times: Int)
        /// A probe is on its way; without an outcome within `probeTime` it counts as lost.
        case halfOpen(since: Timestamp, times: Int)
    }

    private var state = State.closed(failures: 0)
    private let threshold: Int
    private let rest: Backoff

    /// A probe without an outcome within this time counts as lost.
    package static let probeTime = Duration.seconds(10)
    /// The shortest open time.
    private static let shortest = Duration.seconds(1)

    /// - Parameters:
    ///   - threshold: failures in a row that open it.
    ///   - rest: how long it stays open.
    package init(threshold: Int, rest: Backoff) {
        self.threshold = threshold
        self.rest = rest
    }

    /// For a webhook. For critical alerts it is never open longer than three seconds.
    package static func webhook(for lane: DeliveryLane) -> CircuitBreaker {
        CircuitBreaker(threshold: 5, rest: Backoff(base: .seconds(1), cap: .seconds(lane == .critical ? 3 : 60)))
    }

    /// For a mail server, so that not every mail about an account has to find out that it is down.
    package static let mailServer = CircuitBreaker(threshold: 1, rest: .mailServer)

    /// The requests that may be sent now. An open time beyond the longest possible began while the clock ran ahead, and
    /// counts as over.
    package func permit(at now: Timestamp) -> Permit {
        guard let end = restsUntil else { return .everything }
        let longest = max(rest.cap, CircuitBreaker.shortest, CircuitBreaker.probeTime)
        return now < end && end <= now.advanced(by: longest) ? .nothing(until: end) : .one
    }

    /// Until when it holds requests back; nil: it is not open.
    package var restsUntil: Timestamp? {
        switch state {
        case .closed: nil
        case .open(let until, _): until
        case .halfOpen(let since, _): since.advanced(by: CircuitBreaker.probeTime)
        }
    }

    /// Records that a probe is sent.
    package mutating func beginProbe(at now: Timestamp) {
        switch state {
        case .closed: break
        case .open(_, let times), .halfOpen(_, let times): state = .halfOpen(since: now, times: times)
        }
    }

    /// Records a success, which closes the breaker.
    package mutating func succeed() {
        state = .closed(failures: 0)
    }

    /// Records a failure. It opens the breaker after the threshold, or for longer after a failed probe.
    /// - Parameter random: from 0 to 1: the jitter of the open time.
    package mutating func fail(at now: Timestamp, random: Double) {
        switch state {
        case .closed(let failures) where failures + 1 < threshold: state = .closed(failures: failures + 1)
        case .closed: open(at: now, before: 0, random)
        case .halfOpen(_, let times): open(at: now, before: times, random)
        // The request was sent before the breaker opened.
        case .open: break
        }
    }

    private mutating func open(at now: Timestamp, before times: Int, _ random: Double) {
        let pause = max(CircuitBreaker.shortest, rest.delay(after: times, random: random))
        state = .open(until: now.advanced(by: pause), times: times + 1)
    }
}
