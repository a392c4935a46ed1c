import ArgumentParser
import FairKitAPI

/// `fairkit alert list`
struct AlertListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List open alerts, most urgent first.",
        discussion: """
            Times are in UTC. It is on record that the alerts were read; nothing is claimed.

            Example:
              fairkit alert list
            """)

    @OptionGroup var options: StoreOptions

    @Flag(help: "Answer as JSON.")
    var json = false

    func run() async throws {
        let json = json
        try await options.settings().withServer { client in
            if json {
                let items = try await client.everything(AlertCommand.path, of: JSONTree.self, as: .clinician)
                print(try jsonLine(Listed(items: items)))
            } else {
                let alerts = try await client.everything(AlertCommand.path, of: AlertReply.self, as: .clinician)
                Table(AlertReply.header, alerts.map(\.cells)).show()
            }
        }
    }
}
