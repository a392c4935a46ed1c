import ArgumentParser

/// `fairkit audit …`: the audit log.
struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Show, verify and export the audit log: who did what, and when.",
        discussion: """
            Examples:
              fairkit audit list
              fairkit audit verify
              fairkit audit export > /mnt/elsewhere/audit-2026-11-21.ndjson
            """,
        subcommands: [AuditListCommand.self, AuditVerifyCommand.self, AuditExportCommand.self])
}
