import ArgumentParser
import FairKitAPI

/// `fairkit tenant display-name`
struct TenantDisplayNameCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "display-name",
        abstract: "Show or set the name by which people know a tenant.",
        discussion: """
            Mails and account pages show it. The name that requests use stays as it is.

            Examples:
              fairkit tenant display-name
              fairkit tenant display-name "Kisumu Clinic" --tenant kisumu-clinic
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The new display name: 1 to 60 characters. Without one, the command shows the current name.")
    var name: String?

    @Flag(help: "Print the result as JSON.")
    var json = false

    func run() async throws {
        let change = name.map { SettingsBody(displayName: $0) }
        try await options.showSettings(changing: change, json: json) { ($0.displayName ?? "").printable }
    }
}
