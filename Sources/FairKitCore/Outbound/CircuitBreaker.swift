/// Stops requests to a receiver that fails: after some failures in a row it opens for a while, then lets one probe through. A probe
/// that succeeds closes it, and each one that fails opens it for longer.
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
        /// - `times`: how often it has opened in a row.
        case open(until: Timestamp, times: Int)
        /// A probe is on its way; after `probeTime` without an outcome it counts as lost.
        case halfOpen(since: Timestamp, times: Int)
    }

    private var state = State.closed(failures: 0)
    private let threshold: Int
    private let rest: Backoff

    /// After this time without an outcome a probe counts as lost.
    package static let probeTime = Duration.seconds(10)
    /// It is never open for less.
    private static let shortest = Duration.seconds(1)

    /// - Parameters:
    ///   - threshold: failures in a row that open it.
    ///   - rest: how long it stays open.
    package init(threshold: Int, rest: Backoff) {
        self.threshold = threshold
        self.rest = rest
    }

    /// A webhook's. For critical alerts it is never open longer than three seconds.
    package static func webhook(for lane: DeliveryLane) -> CircuitBreaker {
        CircuitBreaker(threshold: 5, rest: Backoff(base: .seconds(1), cap: .seconds(lane == .critical ? 3 : 60)))
    }

    /// A mail server's, which is not asked for each mail whether it works again.
    package static let mailServer = CircuitBreaker(threshold: 1, rest: .mailServer)

    /// What may go out now. A rest that ends later than any can was begun while the clock was ahead, and is over.
    package func permit(at now: Timestamp) -> Permit {
        guard let end = restsUntil else { return .everything }
        let longest = max(rest.cap, CircuitBreaker.shortest, CircuitBreaker.probeTime)
        return now < end && end <= now.advanced(by: longest) ? .nothing(until: end) : .one
    }

    /// As long as it holds requests back; nil: it holds none back.
    package var restsUntil: Timestamp? {
        switch state {
        case .closed: nil
        case .open(let until, _): until
        case .halfOpen(let since, _): since.advanced(by: CircuitBreaker.probeTime)
        }
    }

    /// Notes that a probe goes out.
    package mutating func beginProbe(at now: Timestamp) {
        switch state {
        case .closed: break
        case .open(_, let times), .halfOpen(_, let times): state = .halfOpen(since: now, times: times)
        }
    }

    /// Notes a success: it closes.
    package mutating func succeed() {
        state = .closed(failures: 0)
    }

    /// Notes a failure: it opens after the threshold, or again for longer after a probe.
    /// - Parameter random: from 0 to 1: the jitter of the rest.
    package mutating func fail(at now: Timestamp, random: Double) {
        switch state {
        case .closed(let failures) where failures + 1 < threshold: state = .closed(failures: failures + 1)
        case .closed: open(at: now, before: 0, random)
        case .halfOpen(_, let times): open(at: now, before: times, random)
        // The request went out before the breaker opened.
        case .open: break
        }
    }

    private mutating func open(at now: Timestamp, before times: Int, _ random: Double) {
        let pause = max(CircuitBreaker.shortest, rest.delay(after: times, random: random))
        state = .open(until: now.advanced(by: pause), times: times + 1)
    }
}
