import ArgumentParser

/// `fairkit audit …`: the record of who did what.
struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Prove that the record of who did what is whole, and export it.",
        subcommands: [AuditVerifyCommand.self, AuditExportCommand.self])
}

/// A checkpoint, as the server sends it and as it stands in an export.
struct CheckpointReply: Codable {
    let checkpoint: Int64
    let number: Int64
    let at: String
    let mac: String
    let signature: String
}
