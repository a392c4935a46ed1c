import FairKitAPI
import FairKitCore
package import FairKitFrame
import FairKitService
import HTTPTypes

/// The rules that raise alerts.
enum AlertRules {
    static func list(_ call: Call) async throws -> Answer<ListBody<AlertRuleBody>> {
        try call.noQuery()
        let found = try await call.tenancy.alertRules.list(by: call.caller)
        return Answer(ListBody(all: found.map { AlertRuleBody($0.rule, isOn: $0.isOn) }))
    }

    static func change(_ call: Call) async throws -> Answer<AlertRuleBody> {
        let (body, caller, faults) = try await call.showingPatch(of: AlertRuleRequest.self)
        try faults.refuse()
        let rule = try call.parameter("rule") { AlertRule(rawValue: $0) }
        try await call.tenancy.alertRules.change(rule, on: body.enabled, by: caller)
        return Answer(AlertRuleBody(rule, isOn: body.enabled))
    }
}

extension NotSwitchable: ProblemConvertible {
    package var problem: Problem {
        Problem(.conflict, .ruleAlwaysOn, "This rule is always on. Only switchable rules can be changed.")
    }
}
