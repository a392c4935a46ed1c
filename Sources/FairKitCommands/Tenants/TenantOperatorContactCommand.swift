import ArgumentParser
import FairKitAPI

/// `fairkit tenant operator-contact`
struct TenantOperatorContactCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "operator-contact",
        abstract: "Show or set the address that is told if no clinician acknowledges a critical alert.",
        discussion: """
            The mail says that an alert waits, and nothing about the patient. Without an
            address, the administrators are told.

            Examples:
              fairkit tenant operator-contact
              fairkit tenant operator-contact pager@kisumu.example --tenant kisumu-clinic
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The new e-mail address. Without one, the command shows the current address.")
    var address: String?

    @Flag(help: "Print the result as JSON.")
    var json = false

    func run() async throws {
        let change = address.map { SettingsBody(operatorContact: $0) }
        try await options.showSettings(changing: change, json: json) {
            $0.operatorContact?.printable ?? "There is none: the administrators are told."
        }
    }
}
