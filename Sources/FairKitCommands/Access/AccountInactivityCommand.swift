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
        let reply = try await options.settings().withServer { [minutes] client in
            guard let minutes else { return try await client.get("/api/v1/settings") }
            return try await client.patch("/api/v1/settings", json: SettingsBody(inactivityMinutes: minutes))
        }
        if json { return print(reply.text) }
        let limit = try reply.decode(SettingsBody.self).inactivityMinutes ?? 0
        print("A session ends when it is not used for \(limit) minutes.")
    }
}
