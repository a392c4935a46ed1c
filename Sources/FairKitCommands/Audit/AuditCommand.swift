import ArgumentParser

/// `fairkit audit …`: the record of who did what.
struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Show who did what, prove that the record of it is whole, and export it.",
        subcommands: [AuditListCommand.self, AuditVerifyCommand.self, AuditExportCommand.self])
}
