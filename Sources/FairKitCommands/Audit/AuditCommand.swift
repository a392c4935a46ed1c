import ArgumentParser

/// `fairkit audit …`: the record of who did what.
struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Prove that the record of who did what is whole, and export it.",
        subcommands: [AuditVerifyCommand.self, AuditExportCommand.self])
}
