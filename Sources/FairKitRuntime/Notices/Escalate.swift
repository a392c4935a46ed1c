import Coordination
import CoreMetrics
import FairKitCore
package import FairKitService
import FairKitStore
package import Logging
import ServiceLifecycle

/// Carries out the steps of open alerts while the server runs: at once after the commit that raises one, when a step is
/// due, and at start what was due before. Every half minute it checks that each open critical alert has a next step.
///
/// See decision 0085.
package struct Escalate: Service {
    private let tenant: Tenancy
    private let logger: Logger
    private let lateness: Timer
    private let skipped: Counter
    private let repaired: Counter

    /// How often it looks for alerts without a next step.
    package static let auditInterval = Duration.seconds(30)

    package init(_ tenant: Tenancy, logger: Logger) {
        self.tenant = tenant
        self.logger = logger
        lateness = Timer(label: "fairkit_escalation_lateness_seconds", factory: tenant.metrics)
        skipped = Counter(label: "fairkit_escalation_steps_skipped_total", factory: tenant.metrics)
        repaired = Counter(label: "fairkit_escalation_alerts_repaired_total", factory: tenant.metrics)
        skipped.increment(by: 0)
        repaired.increment(by: 0)
    }

    package func run() async throws {
        try? await cancelWhenGracefulShutdown {
            let stopwatch = Stopwatch(tenant.clock)
            var audited: Duration?
            var next: Timestamp?
            while true {
                if audited.map({ stopwatch.elapsed - $0 >= Escalate.auditInterval }) ?? true {
                    audited = stopwatch.elapsed
                    await audit()
                }
                let seen = tenant.store.commits.countOfSteps
                guard let fired = await fire(next: next) else {
                    try await tenant.clock.sleep(for: .seconds(1))
                    continue
                }
                next = fired.lateness.isEmpty ? nil : fired.next
                guard fired.lateness.isEmpty else { continue }
                let left = Escalate.auditInterval - (stopwatch.elapsed - (audited ?? .zero))
                try await wait(until: fired.next, atMost: max(.zero, left), beyond: seen)
            }
        }
    }

    /// - Returns: nil if the store could not do it; it is tried again.
    private func fire(next: Timestamp?) async -> FiredSteps? {
        do {
            let fired = try await tenant.escalation.fire(next: next)
            for late in fired.lateness { lateness.record(late) }
            if !fired.skipped.isEmpty {
                skipped.increment(by: fired.skipped.count)
                let alerts = fired.skipped.prefix(10).map(\.description).joined(separator: " ")
                logger.warning(
                    "steps of an escalation had no one to tell; the next steps were due at once",
                    metadata: ["steps": "\(fired.skipped.count)", "alerts": "\(alerts)"])
            }
            return fired
        } catch {
            logger.error("alerts could not be escalated; the server tries again", metadata: ["error": "\(error)"])
            return nil
        }
    }

    private func audit() async {
        do {
            let count = try await tenant.escalation.audit()
            if count > 0 {
                repaired.increment(by: count)
                logger.error(
                    "open critical alerts had no next step; their escalation starts now",
                    metadata: ["alerts": "\(count)"])
            }
        } catch {
            logger.error("open alerts could not be checked", metadata: ["error": "\(error)"])
        }
    }

    /// Waits for a due time, a commit that changes a step, or the next check.
    private func wait(until next: Timestamp?, atMost limit: Duration, beyond seen: Int) async throws {
        let due = next.map { max(.zero, tenant.now().distance(to: $0)) } ?? limit
        let store = tenant.store
        await withDeadline(min(due, limit), clock: tenant.clock) { await store.commits.moreOfSteps(than: seen) }
        // Thousands of commits a second need not be looked at one by one.
        try await tenant.clock.sleep(for: .milliseconds(20))
    }
}
