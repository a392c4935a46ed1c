import Coordination
package import FairKitCore
import Synchronization

/// The time of a tenant, by which everything is found that is due. It passes as a monotonic clock does: when the system
/// clock is set, it stays until `FollowClock` has moved what waits by the same step, in one transaction.
///
/// While nothing follows the clock, it is the system's time. See decision 0130.
package final class TenantTime: Sendable {
    private let system: Now
    private let stopwatch: Stopwatch
    private let began = Mutex<Timestamp?>(nil)

    /// Smaller steps are normal clock synchronization.
    package static let leastStep = Duration.seconds(2)

    /// - Parameters:
    ///   - system: the time that may be set.
    ///   - clock: a monotonic clock.
    package init(of system: @escaping Now, by clock: any Clock<Duration>) {
        self.system = system
        stopwatch = Stopwatch(clock)
    }

    /// The time now.
    package var now: Timestamp {
        let found = system()
        guard let kept = origin?.advanced(by: stopwatch.elapsed) else { return found }
        return isSet(by: kept.distance(to: found)) ? kept : found
    }

    /// The time at which the stopwatch started; nil: nothing follows the clock.
    package var origin: Timestamp? { began.withLock { $0 } }

    /// Changes the time, or ends following the clock.
    package func begin(at origin: Timestamp?) { began.withLock { $0 = origin } }

    /// Begins to follow the clock, unless it is followed already.
    /// - Parameter known: a moment that has passed. If the clock is behind it, it was set back.
    package func follow(from known: Timestamp?) {
        let (found, elapsed) = (system(), stopwatch.elapsed)
        began.withLock { origin in
            if origin == nil { origin = max(found, known ?? found).advanced(by: elapsed * -1) }
        }
    }

    /// How far the clock was set forward and is not followed yet; negative: back; zero: it was not set.
    package func step() -> Duration {
        let found = system().advanced(by: stopwatch.elapsed * -1)
        return began.withLock { origin in
            let step = origin.map { $0.distance(to: found) } ?? .zero
            if isSet(by: step) { return step }
            if origin != nil { origin = found }
            return .zero
        }
    }

    private func isSet(by step: Duration) -> Bool {
        step >= TenantTime.leastStep || step <= .zero - TenantTime.leastStep
    }
}
