import FairKitAPI
import FairKitCore
import FairKitService
import Hummingbird

/// The rules that raise alerts.
enum AlertRules {
    static func list(_ request: Request, _ context: FairKitContext) async throws -> Answer<ListBody<Body>> {
        _ = try Query(request, pages: [])
        let found = try await context.tenancy.alertRules.list(by: try context.caller)
        return Answer(ListBody(items: found.map { Body($0.rule, isOn: $0.isOn) }, nextCursor: nil))
    }

    static func change(_ request: Request, _ context: FairKitContext) async throws -> Answer<Body> {
        let caller = try context.caller
        let isOn = try await request.json(Switching.self, context).enabled
        let rule = try context.id("rule", of: AlertRule.self) { AlertRule(rawValue: $0) }
        try await context.tenancy.alertRules.change(rule, on: isOn, by: caller)
        return Answer(Body(rule, isOn: isOn))
    }

    private struct Switching: Decodable {
        let enabled: Bool
    }

    /// A rule on the wire.
    struct Body: Encodable {
        let rule: String
        let version: Int
        let band: Int?
        let enabled: Bool
        let switchable: Bool

        init(_ rule: AlertRule, isOn: Bool) {
            self.rule = rule.rawValue
            version = rule.version
            band = rule.band?.rawValue
            enabled = isOn
            switchable = rule.isSwitchable
        }
    }
}

extension NotSwitchable: ProblemConvertible {
    var problem: Problem {
        Problem(.conflict, .ruleAlwaysOn, "This rule always holds. Only a rule that is switchable is switched.")
    }
}
