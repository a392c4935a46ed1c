import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit alert rules`
struct AlertRulesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules",
        abstract: "List the rules that raise alerts, or switch one.",
        discussion: """
            A switch holds for results that come from now on.

            Examples:
              fairkit alert rules
              fairkit alert rules --switch-on severe-low
            """)

    @OptionGroup var options: StoreOptions

    @Option(help: ArgumentHelp("Switch a rule on.", valueName: "rule"))
    var switchOn: String?

    @Option(help: ArgumentHelp("Switch a rule off.", valueName: "rule"))
    var switchOff: String?

    @Flag(help: "Answer as JSON.")
    var json = false

    func validate() throws {
        let names = AlertRule.allCases.map(\.rawValue)
        guard [switchOn, switchOff].compactMap(\.self).allSatisfy(names.contains) else {
            throw ValidationError("The rules are \(names.joined(separator: ", ")).")
        }
    }

    func run() async throws {
        let path = "/api/v1/alert-rules"
        let switches = [(switchOn, true), (switchOff, false)]
        let rules = try await options.settings().withServer { client in
            for case (let rule?, let isOn) in switches {
                _ = try await client.patch("\(path)/\(rule)", json: AlertRuleRequest(enabled: isOn))
            }
            return try await client.get(path).decode(ListBody<JSONTree>.self).items
        }
        try showList(rules, json: json, ["RULE", "VERSION", "BAND", "HOLDS"]) { (rule: AlertRuleBody) in
            let holds = rule.switchable ? rule.enabled ? "switched on" : "switched off" : "always"
            return [rule.rule, "\(rule.version)", rule.band.map { "\($0)" } ?? "as before", holds]
        }
    }
}
