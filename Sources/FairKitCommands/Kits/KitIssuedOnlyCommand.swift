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
        let reply = try await options.settings().withServer { [choice] client in
            guard let choice else { return try await client.get("/api/v1/settings") }
            return try await client.patch("/api/v1/settings", json: SettingsBody(issuedKits: choice))
        }
        if json { return print(reply.text) }
        switch try reply.decode(SettingsBody.self).issuedKits {
        case "always": print("Only kits that were issued can be registered.")
        case "never": print("Kits that were not issued can be registered, too.")
        default: print("Patients with an account can register only kits that were issued.")
        }
    }
}
