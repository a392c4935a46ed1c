import ArgumentParser

/// `fairkit tenant …`: organisations, each with an encrypted file of its own.
struct TenantCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tenant",
        abstract: "Make, list, rename, suspend and erase tenants: organisations that see nothing of one another.",
        subcommands: [
            TenantCreateCommand.self, TenantListCommand.self, TenantRenameCommand.self, TenantSuspendCommand.self,
            TenantResumeCommand.self, TenantEraseCommand.self,
        ])

    static let path = "/local/tenants"
}

/// A tenant, as the server answers.
struct TenantReply: Codable {
    let id: String
    let name: String
    let state: String
    let open: Bool
    let createdAt: String

    static func show(_ tenants: [TenantReply]) {
        Table(
            ["NAME", "STATE", "OPEN", "MADE", "ID"],
            tenants.map { [$0.name, $0.state, $0.open ? "open" : "", String($0.createdAt.prefix(10)), $0.id] }
        ).show()
    }
}

/// What names a tenant in a body.
struct NamedTenant: Encodable {
    let name: String
}
