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
        let change = hours.map { SettingsBody(suspectHoldHours: $0) }
        try await options.showSettings(changing: change, json: json) { settings in
            let hours = settings.suspectHoldHours ?? 0
            return hours == 0
                ? "Suspect levels are marked, and not held."
                : "A patient sees a suspect level when a person has verified it, or after \(hours) hours."
        }
    }
}
