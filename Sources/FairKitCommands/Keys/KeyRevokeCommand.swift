import ArgumentParser
import FairKitCore

/// `fairkit key revoke`
struct KeyRevokeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Revoke an API key at once.",
        discussion: """
            The request for a key that waits for a second administrator is withdrawn.

            Example:
              fairkit key revoke 0193…
            """)

    @OptionGroup var options: StoreOptions

    @Argument(help: "The key's id.")
    var id: String

    @Flag(help: "Print the result as JSON.")
    var json = false

    func validate() throws {
        guard KeyID(id) != nil else {
            throw ValidationError("This is not the id of a key. fairkit key list shows the ids.")
        }
    }

    func run() async throws {
        let path = "\(KeyCommand.path)/\(id)/revoke"
        let reply = try await options.settings().withServer { try await $0.post(path) }
        if json { print(reply.text) } else { note("revoked") }
    }
}
