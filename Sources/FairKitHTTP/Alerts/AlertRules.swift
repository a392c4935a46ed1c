import FairKitAPI
import FairKitCore
import FairKitService
import Hummingbird

/// The rules that raise alerts.
enum AlertRules {
    static func list(_ request: Request, _ context: FairKitContext) async throws -> Answer<ListBody<AlertRuleBody>> {
        try Query.none(request)
        let found = try await context.tenancy.alertRules.list(by: try context.caller)
        return Answer(ListBody(items: found.map { AlertRuleBody($0.rule, isOn: $0.isOn) }, nextCursor: nil))
    }

    static func change(_ request: Request, _ context: FairKitContext) async throws -> Answer<AlertRuleBody> {
        var faults = Faults()
        let (body, caller) = try await context.showingPatch(
            of: AlertRuleRequest.self, in: request, noting: &faults)
        try faults.refuse()
        let rule = try context.id("rule", of: AlertRule.self) { AlertRule(rawValue: $0) }
        try await context.tenancy.alertRules.change(rule, on: body.enabled, by: caller)
        return Answer(AlertRuleBody(rule, isOn: body.enabled))
    }
}

extension NotSwitchable: ProblemConvertible {
    var problem: Problem {
        Problem(.conflict, .ruleAlwaysOn, "This rule is always on. Only switchable rules can be changed.")
    }
}
