import CoreMetrics
import FairKitCore
package import FairKitService
package import Logging
import ServiceLifecycle

/// Looks every half minute whether the escalation of critical alerts reaches a person who can end it. Each server looks at
/// the tenants that it has open, so that each of them warns.
package struct WatchReach: Service {
    private let tenant: Tenancy
    private let leadership: Leadership
    private let logger: Logger
    private let unreachable: Gauge
    private let withoutSignIn: Gauge

    package init(_ tenant: Tenancy, leadership: Leadership, logger: Logger) {
        self.tenant = tenant
        self.leadership = leadership
        self.logger = logger
        let dimensions = [("tenant", tenant.name.text)]
        unreachable = Gauge(
            label: "fairkit_escalation_unreachable", dimensions: dimensions, factory: tenant.metrics)
        withoutSignIn = Gauge(
            label: "fairkit_escalation_teams_without_sign_in", dimensions: dimensions, factory: tenant.metrics)
    }

    package func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                await look()
                try await tenant.clock.sleep(for: Escalate.auditInterval)
            }
        }
        // From now on another server knows.
        if !leadership.isHeld { show(Reach()) }
    }

    private func look() async {
        do {
            let reach = try await tenant.escalation.reach()
            let before = show(reach)
            if !reach.hasEnd, before.hasEnd {
                logger.warning("the last step of an escalation reaches no person")
            }
            if !reach.teamsWithoutSignIn.isEmpty, reach != before {
                logger.warning(
                    "no clinician on call can sign in to acknowledge",
                    metadata: ["teams": "\(reach.teamsWithoutSignIn.joined(separator: " "))"])
            }
        } catch {
            logger.error("the escalation could not be checked", metadata: ["error": "\(error)"])
        }
    }

    @discardableResult
    private func show(_ reach: Reach) -> Reach {
        unreachable.record(reach.hasEnd ? 0 : 1)
        withoutSignIn.record(reach.teamsWithoutSignIn.count)
        return tenant.reachability.record(reach)
    }
}
