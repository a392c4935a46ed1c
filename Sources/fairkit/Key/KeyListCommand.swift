import ArgumentParser
import FairKitHTTP

/// `fairkit key list`
struct KeyListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List API keys, newest first; never their secrets.",
        discussion: """
            Examples:
              fairkit key list
              fairkit key list --all --json
            """)

    @OptionGroup var options: StoreOptions

    @Flag(help: "Also those that have ended.")
    var all = false

    @Flag(help: "Answer as JSON.")
    var json = false

    private struct Key: Decodable {
        let id: String
        let name: String
        let role: String
        let profileId: String?
        let laboratory: String?
        let createdAt: String
        let revokedAt: String?
        let active: Bool

        var state: String {
            guard let revokedAt else { return "" }
            return (active ? "ends " : "ended ") + revokedAt.prefix(10)
        }
    }

    func run() async throws {
        let filters = [("all", all ? "true" : nil)]
        let json = json
        try await options.settings().withServer { client in
            if json {
                print(
                    try jsonLine(Listed(items: try await client.everything("/local/keys", filters, of: JSONTree.self))))
            } else {
                let keys = try await client.everything("/local/keys", filters, of: Key.self)
                Table(
                    ["ID", "ROLE", "MADE", "NAME", "END"],
                    keys.map { key in
                        let name = key.laboratory.map { "\(key.name) (\($0))" } ?? key.name
                        return [key.id, key.role, String(key.createdAt.prefix(10)), name, key.state]
                    }
                ).show()
            }
        }
    }
}

/// A whole list, as it is printed.
struct Listed: Encodable {
    let items: [JSONTree]
}
