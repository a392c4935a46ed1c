import Coordination
import CoreMetrics
import FairKitCore
package import FairKitService
import FairKitStore
package import Logging
import ServiceLifecycle

/// Notices when the clock of the machine is set, and moves the ends of leases and delays with it, so that each keeps its length: a lease that
/// was taken while the clock was ahead would hide an alert until that time comes. See the decision `0046-a-clock-that-is-set`.
package struct FollowClock: Service {
    private let tenant: Tenancy
    private let logger: Logger

    /// How often it looks.
    package static let interval = Duration.seconds(1)
    /// What a clock that is kept in step does not do at once.
    private static let leastStep = Duration.seconds(2)

    package init(_ tenant: Tenancy, logger: Logger) {
        self.tenant = tenant
        self.logger = logger
    }

    package func run() async throws {
        let stopwatch = Stopwatch(tenant.clock)
        // What the clock would have shown when this began.
        let origin: @Sendable () -> Timestamp = { [tenant] in tenant.now().advanced(by: stopwatch.elapsed * -1) }
        try? await cancelWhenGracefulShutdown {
            var known = origin()
            while true {
                try await tenant.clock.sleep(for: FollowClock.interval)
                let found = origin()
                let step = known.distance(to: found)
                if step.magnitude < FollowClock.leastStep {
                    known = found
                } else if await follow(step) {
                    known = found
                }
            }
        }
    }

    /// - Returns: false if nothing was moved: then it is tried again.
    private func follow(_ step: Duration) async -> Bool {
        do {
            try await tenant.store.write(in: .critical) { (tx) throws(DatabaseError) in try tx.moveTimes(by: step) }
        } catch {
            logger.error(
                "the clock was set, and leases could not be moved",
                metadata: ["seconds": "\(step)", "error": "\(error)"])
            return false
        }
        logger.warning("the clock was set; leases and delays keep their lengths", metadata: ["by": "\(step)"])
        Counter(label: "fairkit_clock_steps_total", factory: tenant.metrics).increment()
        tenant.bell.clockWasSet()
        return true
    }
}

extension Duration {
    fileprivate var magnitude: Duration { self < .zero ? .zero - self : self }
}
