import ArgumentParser
import FairKitAPI

/// `fairkit key list`
struct KeyListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List API keys, newest first, without their secrets.",
        discussion: """
            Examples:
              fairkit key list
              fairkit key list --all --json
              fairkit key list --awaited
            """)

    @OptionGroup var options: StoreOptions

    @Flag(help: "Include keys that have expired or were revoked.")
    var all = false

    @Flag(help: "Only keys that wait for a second administrator.")
    var awaited = false

    @Flag(help: "Print the result as JSON.")
    var json = false

    func run() async throws {
        let filters = [("all", all ? "true" : nil), ("awaited", awaited ? "true" : nil)]
        let found = try await options.settings().withServer {
            try await $0.everything(KeyCommand.path, filters, of: JSONTree.self)
        }
        let header = ["ID", "ROLE", "MADE", "LAST USED", "END", "NAME", "SCOPES"]
        try showList(found, json: json, header) { (key: KeyBody) in
            let name = key.laboratory.map { "\(key.name) (\($0))" } ?? key.name
            let scopes = key.scopes?.joined(separator: " ") ?? "all"
            return [key.id, key.role, String(key.createdAt.prefix(10)), key.lastUse, key.state, name, scopes]
        }
    }
}

extension KeyBody {
    /// The earlier one of its expiry and its revocation.
    fileprivate var state: String {
        if preparedBy != nil { return "awaits approval" }
        let isExpiry = expiresAt.map { end in revokedAt.map { end <= $0 } ?? true } ?? false
        guard let end = isExpiry ? expiresAt : revokedAt else { return "never" }
        return (active ? "ends " : isExpiry ? "expired " : "ended ") + end.prefix(10)
    }

    /// To the minute: `2026-11-21 12:03`.
    fileprivate var lastUse: String { lastUsedAt.map { $0.prefix(10) + " " + $0.dropFirst(11).prefix(5) } ?? "" }
}
