import CoreMetrics
import FairKitCore
import FairKitStore

/// Metrics that operators have to watch: expiring keys, emergency access, the audit log, and attempted intrusions.
struct SecurityMetrics: Sendable {
    private let factory: any MetricsFactory

    init(_ factory: any MetricsFactory) {
        self.factory = factory
    }

    private func meter(_ name: String, _ more: [(String, String)] = [], of tenant: TenantName) -> Meter {
        Meter(label: "fairkit_\(name)", dimensions: more + [("tenant", tenant.text)], factory: factory)
    }

    /// Shows what tells those who keep it elsewhere that the data went back.
    func show(lastEntry: Int64, isIncomplete: Bool, of tenant: TenantName) {
        meter("audit_last_entry", of: tenant).set(lastEntry)
        meter("store_incomplete", of: tenant).set(isIncomplete ? 1 : 0)
    }

    func show(_ state: SecurityState, of tenant: TenantName, at now: Timestamp) {
        func meter(_ name: String, _ more: [(String, String)] = []) -> Meter {
            self.meter(name, more, of: tenant)
        }
        func age(_ time: Timestamp?) -> Double {
            time.map { Double(max(0, now.milliseconds - $0.milliseconds)) / 1000 } ?? 0
        }
        for role in RoleName.ofKeys {
            meter("keys_ending", [("role", role.rawValue)]).set(state.endingKeys[role] ?? 0)
        }
        meter("break_glass_unreviewed").set(state.unreviewed)
        meter("oldest_unreviewed_break_glass_age_seconds").set(age(state.oldestUnreviewed))
        meter("audit_sound_age_seconds").set(age(state.auditSoundAt))
        meter("audit_sound").set(state.isAuditSound ? 1 : 0)
    }

    /// Adds the events since the last call.
    func add(_ count: SecurityEventCount, of tenant: TenantName) {
        for (action, count) in count.happened {
            Counter(
                label: "fairkit_security_events_total",
                dimensions: [("event", action.rawValue), ("tenant", tenant.text)], factory: factory
            ).increment(by: count)
        }
    }
}
