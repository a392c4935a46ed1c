package import FairKitCore
import FairKitStore

/// The rules that raise alerts.
package struct AlertRules: Sendable {
    let tenant: Tenancy
}

extension Tenancy {
    package var alertRules: AlertRules { AlertRules(tenant: self) }
}

/// The rule is always on.
package struct NotSwitchable: Error {}

extension AlertRules {
    /// Every rule, and whether it is on.
    package func list(by caller: Caller) async throws(Refusal<Never>) -> [(rule: AlertRule, isOn: Bool)] {
        try await tenant.read(.readGroups, as: caller) {
            (tx, _) throws(DatabaseError) -> Outcome<[(rule: AlertRule, isOn: Bool)], Never> in
            let on = try tx.rulesSwitchedOn()
            return .success(AlertRule.allCases.map { ($0, !$0.isSwitchable || on.contains($0)) })
        }
    }

    /// Switches a rule on or off for versions of results that arrive from now on.
    package func change(_ rule: AlertRule, on isOn: Bool, by caller: Caller) async throws(Refusal<NotSwitchable>) {
        try await tenant.write(.decideAlerts, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<Void, NotSwitchable> in
            let wasOn = try tx.rulesSwitchedOn().contains(rule)
            guard try tx.switchRule(rule, on: isOn) else { return .own(NotSwitchable()) }
            try Grant.logAlerting(
                isOn ? .ruleSwitchedOn : .ruleSwitchedOff, rule.rawValue, "rule \(rule.rawValue)",
                from: wasOn ? "on" : "off", to: isOn ? "on" : "off", inAudit: false, &grant, in: tx)
            return .success(())
        }
    }
}
