import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit alert rules`
struct AlertRulesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rules",
        abstract: "List the rules that raise alerts, or switch a rule on or off.",
        discussion: """
            Only severe-low is switchable; it is off until it is switched on. A change applies to results that are recorded from now \
            on, and is in the audit log.

            Examples:
              fairkit alert rules
              fairkit alert rules --switch-on severe-low
              fairkit alert rules --switch-off severe-low
            """)

    @OptionGroup var options: StoreOptions

    @Option(help: ArgumentHelp("Switch a rule on.", valueName: "rule"))
    var switchOn: String?

    @Option(help: ArgumentHelp("Switch a rule off.", valueName: "rule"))
    var switchOff: String?

    @Flag(help: "Print the result as JSON.")
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
        try showList(rules, json: json, ["RULE", "VERSION", "BAND", "ENABLED"]) { (rule: AlertRuleBody) in
            let enabled = rule.switchable ? rule.enabled ? "yes" : "no" : "always"
            return [rule.rule, "\(rule.version)", rule.band.map { "\($0)" } ?? "unchanged", enabled]
        }
    }
}
