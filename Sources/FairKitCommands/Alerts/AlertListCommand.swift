import ArgumentParser
import FairKitAPI
import FairKitCore

/// `fairkit alert list`
struct AlertListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List open alerts, most urgent first, or those in another state, newest first.",
        discussion: """
            Times are in UTC. The command claims no delivery. The audit log records that the alerts were read.

            Examples:
              fairkit alert list
              fairkit alert list --state resolved --band 0
              fairkit alert list --profile 0193… --state any
            """)

    @OptionGroup var options: StoreOptions

    @Option(
        help: "open (the default), acknowledged, resolved, retracted or any.",
        completion: .list(AlertState.allCases.map(\.rawValue) + ["any"]))
    var state: String?

    @Option(help: "Only alerts of this band: 0 critical, 1 urgent, 2 result, 3 information.")
    var band: String?

    @Option(help: ArgumentHelp("Only alerts about this person, by the profile's id.", valueName: "id"))
    var profile: String?

    @Flag(help: "Print the result as JSON.")
    var json = false

    func run() async throws {
        let filters = [("state", state), ("band", band), ("patientId", profile)]
        let alerts = try await options.settings().withServer {
            try await $0.everything(AlertCommand.path, filters, of: JSONTree.self, as: .clinician)
        }
        try showList(alerts, json: json, AlertBody.header) { (alert: AlertBody) in alert.cells }
    }
}
