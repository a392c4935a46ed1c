import ArgumentParser
import FairKitAPI

/// `fairkit result hold-time`
struct ResultHoldTimeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hold-time",
        abstract: "Show or set how long patients do not see a suspect level that no person has verified.",
        discussion: """
            Clinicians see it at once. With 0, a suspect level is marked, and not held.

            Examples:
              fairkit result hold-time
              fairkit result hold-time 48
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "Hours: 0 to 720 (30 days). Without it, the command shows the time.")
    var hours: Int?

    @Flag(help: "Print the result as JSON.")
    var json = false

    func run() async throws {
        let reply = try await options.settings().withServer { [hours] client in
            guard let hours else { return try await client.get("/api/v1/settings") }
            return try await client.patch("/api/v1/settings", json: SettingsBody(suspectHoldHours: hours))
        }
        if json { return print(reply.text) }
        let hours = try reply.decode(SettingsBody.self).suspectHoldHours ?? 0
        print(
            hours == 0
                ? "Suspect levels are marked, and not held."
                : "A patient sees a suspect level when a person has verified it, or after \(hours) hours.")
    }
}
