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
        let reply = try await options.settings().withServer { [forbidden] client in
            guard let forbidden else { return try await client.get("/api/v1/settings") }
            return try await client.patch("/api/v1/settings", json: SettingsBody(forbidValues: forbidden))
        }
        if json { return print(reply.text) }
        print(
            try reply.decode(SettingsBody.self).forbidValues == true
                ? "Messages to people contain no values." : "Messages to people can contain values.")
    }
}
