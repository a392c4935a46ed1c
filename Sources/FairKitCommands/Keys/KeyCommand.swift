import ArgumentParser
import FairKitAPI

/// `fairkit key …`: API keys.
struct KeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Create, list and revoke API keys.",
        discussion: """
            Examples:
              fairkit key create --role consumer --name "pager"
              fairkit key list
              fairkit key revoke 0193…
              fairkit api POST keys/0193…/rotate -f overlapSeconds=86400
            """,
        subcommands: [
            KeyCreateCommand.self, KeyListCommand.self, KeyRevokeCommand.self,
        ])

    static let path = "/api/v1/keys"
}

extension MadeKeyBody {
    /// Shows the key, which can't be shown again.
    func show(_ reply: Reply, json: Bool) {
        if json {
            print(reply.text)
        } else {
            print("id   \(id)\nkey  \(key)")
            let end = expiresAt.map { "It expires on \($0.prefix(10))." } ?? "It does not expire."
            note("The key is shown only once. \(end) To revoke it: fairkit key revoke \(id)")
        }
    }
}
