import ArgumentParser
import FairKitAPI

/// `fairkit tenant forbid-values`
struct TenantForbidValuesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forbid-values",
        abstract: "Show or set whether messages to people may contain levels and names.",
        discussion: """
            If values are forbidden, messages say that there is news, and nothing else.

            Examples:
              fairkit tenant forbid-values
              fairkit tenant forbid-values true --tenant kisumu-clinic
            """)

    @OptionGroup var options: StoreOptions

    @Argument(
        help: "true or false. Without it, the command shows the setting.", completion: .list(["true", "false"]))
    var forbidden: Bool?

    @Flag(help: "Print the result as JSON.")
    var json = false

    func run() async throws {
        let change = forbidden.map { SettingsBody(forbidValues: $0) }
        try await options.showSettings(changing: change, json: json) { settings in
            settings.forbidValues == true
                ? "Messages to people contain no values." : "Messages to people can contain values."
        }
    }
}
