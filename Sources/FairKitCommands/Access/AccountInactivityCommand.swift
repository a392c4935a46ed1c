import ArgumentParser
import FairKitAPI

/// `fairkit account inactivity`
struct AccountInactivityCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inactivity",
        abstract: "Show or set how long an unused session lasts.",
        discussion: """
            A shorter limit applies to current sessions, too. An access token stays valid for its 15 minutes.

            Examples:
              fairkit account inactivity
              fairkit account inactivity 60
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "Minutes: 15 to 10080 (7 days). Without it, the command shows the limit.")
    var minutes: Int?

    @Flag(help: "Print the result as JSON.")
    var json = false

    func run() async throws {
        let change = minutes.map { SettingsBody(inactivityMinutes: $0) }
        try await options.showSettings(changing: change, json: json) { settings in
            "A session ends when it is not used for \(settings.inactivityMinutes ?? 0) minutes."
        }
    }
}
