import Coordination
import CoreMetrics
import FairKitCore
package import FairKitService
import FairKitStore
package import Logging
import ServiceLifecycle

/// Notices that the system clock was set, now or while no server ran, and moves what waits with it, so that steps,
/// messages, leases and delays keep their distances. Only then does the tenant's time follow. See decision 0130.
package struct FollowClock: Service {
    private let tenant: Tenancy
    private let logger: Logger

    /// How often the clock is checked.
    package static let interval = Duration.seconds(1)
    /// How often the last known moment is stored while something waits.
    package static let beat = Duration.seconds(5)

    package init(_ tenant: Tenancy, logger: Logger) {
        self.tenant = tenant
        self.logger = logger
    }

    package func run() async throws {
        Counter(label: "fairkit_clock_steps_total", factory: tenant.metrics).increment(by: 0)
        try? await cancelWhenGracefulShutdown { [tenant] in
            let stopwatch = Stopwatch(tenant.clock)
            var beat = Duration.zero
            var isBegun = false
            while true {
                if !isBegun { isBegun = await begin() }
                let step = tenant.time.step()
                if step != .zero {
                    await follow(step)
                } else if isBegun, stopwatch.elapsed >= beat {
                    beat = stopwatch.elapsed + FollowClock.beat
                    await anchor(always: false)
                }
                try await tenant.clock.sleep(for: FollowClock.interval)
            }
        }
        if tenant.time.step() == .zero { await anchor(always: true) }
        // From now on another server follows the clock.
        if tenant.store.isShared { tenant.time.begin(at: nil) }
    }

    /// Finds whether the clock was set back while no server ran. The last known moment may be a beat ago, and rather
    /// comes a step early than late.
    ///
    /// - Returns: false if the store could not be read; it is tried again.
    private func begin() async -> Bool {
        do {
            let known = try await tenant.store.read(in: .urgent) { (tx) throws(DatabaseError) in
                try tx.lastKnownMoment()
            }
            // Servers of a database may differ by as long as an answer takes.
            let isBehind = known.map { tenant.now().distance(to: $0) >= TenantTime.leastStep } ?? false
            tenant.time.follow(from: isBehind ? known?.advanced(by: FollowClock.beat) : nil)
            return true
        } catch {
            logger.error("the last known time could not be read", metadata: ["error": "\(error)"])
            return false
        }
    }

    /// Stores the last known moment.
    /// - Parameter always: also if nothing waits.
    private func anchor(always: Bool) async {
        let now = tenant.now
        do {
            if !always {
                guard try await tenant.store.read({ (tx) throws(DatabaseError) in try tx.awaitsTime() }) else { return }
            }
            try await tenant.store.write { (tx) throws(DatabaseError) in try tx.anchorClock(at: now()) }
        } catch {
            logger.debug("the last known time could not be stored", metadata: ["error": "\(error)"])
        }
    }

    /// If nothing can be stored, nothing is moved, and the tenant's time stays; it is tried again.
    private func follow(_ step: Duration) async {
        let time = tenant.time
        guard let origin = time.origin else { return }
        tenant.clockSteps.record(step)
        // Other servers go by the clock that was set, so what they wrote since is not moved, as far as that can be told.
        let since = tenant.store.isShared && step > .zero ? time.now.advanced(by: .milliseconds(1)) : nil
        do {
            try await tenant.store.write(in: .critical) { (tx) throws(DatabaseError) in
                try tx.moveTimes(by: step, of: since)
                // Records that are written after this have the new time.
                time.begin(at: origin.advanced(by: step))
                try tx.anchorClock(at: time.now)
            }
        } catch {
            time.begin(at: origin)
            logger.error(
                "the system clock was set, but what waits could not be adjusted",
                metadata: ["seconds": "\(step)", "error": "\(error)"])
            return
        }
        logger.warning("the system clock was set; what waits keeps its distances", metadata: ["by": "\(step)"])
        Counter(label: "fairkit_clock_steps_total", factory: tenant.metrics).increment()
        tenant.waiters.clockWasSet()
    }
}
