import Coordination
import CoreMetrics
import FairKitCore
package import FairKitService
import FairKitStore
package import Logging
import ServiceLifecycle

/// Notices when the system clock is set, and moves the ends of leases and delays with it, so that they keep their
/// durations. Otherwise a lease that was taken while the clock was ahead would hide an alert until that time. See the
/// decision `0046-a-clock-that-is-set`.
package struct FollowClock: Service {
    private let tenant: Tenancy
    private let logger: Logger

    /// How often the clock is checked.
    package static let interval = Duration.seconds(1)
    /// Smaller steps are normal clock synchronization.
    private static let leastStep = Duration.seconds(2)

    package init(_ tenant: Tenancy, logger: Logger) {
        self.tenant = tenant
        self.logger = logger
    }

    package func run() async throws {
        try? await cancelWhenGracefulShutdown { [tenant] in
            let stopwatch = Stopwatch(tenant.clock)
            // The expected time at the start, and the time of the last check.
            var (known, looked) = (tenant.now(), Duration.zero)
            var isBegun = await begin()
            while true {
                try await tenant.clock.sleep(for: FollowClock.interval)
                if !isBegun { isBegun = await begin() }
                let (now, elapsed) = (tenant.now(), stopwatch.elapsed)
                let found = now.advanced(by: elapsed * -1)
                let step = known.distance(to: found)
                // For a step forward: whatever began earlier began before this time.
                let since = step > .zero ? now.advanced(by: (elapsed - looked) * -1) : nil
                guard step.magnitude >= FollowClock.leastStep else {
                    (known, looked) = (found, elapsed)
                    continue
                }
                if await follow(step, of: since) { (known, looked) = (found, elapsed) }
            }
        }
    }

    /// Detects by entries in the future that the clock was set back while no server ran.
    ///
    /// - Returns: false if the adjustment could not be stored; it is tried again.
    private func begin() async -> Bool {
        Counter(label: "fairkit_clock_steps_total", factory: tenant.metrics).increment(by: 0)
        let now = tenant.now()
        do {
            try await tenant.store.write(in: .critical) { (tx) throws(DatabaseError) in try tx.beginTimes(at: now) }
            tenant.bell.clockWasSet()
            return true
        } catch {
            logger.error("leases could not be adjusted to the clock", metadata: ["error": "\(error)"])
            return false
        }
    }

    /// - Returns: false if nothing was adjusted; it is tried again.
    private func follow(_ step: Duration, of since: Timestamp?) async -> Bool {
        tenant.clockSteps.note(step)
        do {
            try await tenant.store.write(in: .critical) { (tx) throws(DatabaseError) in
                try tx.moveTimes(by: step, of: since)
            }
        } catch {
            logger.error(
                "the system clock was set, but leases could not be adjusted",
                metadata: ["seconds": "\(step)", "error": "\(error)"])
            return false
        }
        logger.warning("the system clock was set; leases and delays keep their durations", metadata: ["by": "\(step)"])
        Counter(label: "fairkit_clock_steps_total", factory: tenant.metrics).increment()
        tenant.bell.clockWasSet()
        return true
    }
}

extension Duration {
    fileprivate var magnitude: Duration { self < .zero ? .zero - self : self }
}
