import ArgumentParser
import FairKitAPI

/// `fairkit key …`: API keys.
struct KeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "key", abstract: "Make, list, approve, rotate and revoke API keys.",
        subcommands: [
            KeyCreateCommand.self, KeyListCommand.self, KeyApproveCommand.self, KeyRotateCommand.self,
            KeyRevokeCommand.self,
        ])

    static let path = "/api/v1/keys"
}

extension MadeKeyBody {
    /// Shows the key, this once.
    func show(_ reply: Reply, json: Bool) {
        if json {
            print(reply.text)
        } else {
            print("id   \(id)\nkey  \(key)")
            let end = expiresAt.map { "It ends on \($0.prefix(10))." } ?? "It never ends by itself."
            note("The key is shown this once. \(end) To end it: fairkit key revoke \(id)")
        }
    }
}
