import ArgumentParser
import FairKitAPI

/// `fairkit kit issued-only`
struct KitIssuedOnlyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "issued-only", abstract: "Show or set who can register only kits that were issued.",
        discussion: """
            always: every caller. self-registration: patients with an account, while patients can self-register. never: no caller.

            Examples:
              fairkit kit issued-only
              fairkit kit issued-only always
            """)

    @OptionGroup var options: StoreOptions

    @Argument(
        help: "always, self-registration or never. Without it, the command shows the setting.",
        completion: .list(["always", "self-registration", "never"]))
    var choice: String?

    @Flag(help: "Print the result as JSON.")
    var json = false

    func run() async throws {
        let change = choice.map { SettingsBody(issuedKits: $0) }
        try await options.showSettings(changing: change, json: json) { settings in
            switch settings.issuedKits {
            case "always": "Only kits that were issued can be registered."
            case "never": "Kits that were not issued can be registered, too."
            default: "Patients with an account can register only kits that were issued."
            }
        }
    }
}
