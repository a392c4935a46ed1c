import ArgumentParser
import FairKitAPI

/// `fairkit alert list`
struct AlertListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List open alerts, most urgent first.",
        discussion: """
            Times are in UTC. The command claims no delivery. The audit log records that the alerts were read.

            Example:
              fairkit alert list
            """)

    @OptionGroup var options: StoreOptions

    @Flag(help: "Print the result as JSON.")
    var json = false

    func run() async throws {
        let alerts = try await options.settings().withServer {
            try await $0.everything(AlertCommand.path, of: JSONTree.self, as: .clinician)
        }
        try showList(alerts, json: json, AlertBody.header) { (alert: AlertBody) in alert.cells }
    }
}
