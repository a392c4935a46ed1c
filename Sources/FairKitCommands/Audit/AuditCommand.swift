import ArgumentParser

/// `fairkit audit …`: the audit log.
struct AuditCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit", abstract: "Verify and export the audit log: who did what, and when.",
        discussion: """
            Examples:
              fairkit api audit --table at,actor,action,outcome
              fairkit audit verify
              fairkit audit export > /mnt/elsewhere/audit-2026-11-21.ndjson
            """,
        subcommands: [AuditVerifyCommand.self, AuditExportCommand.self])
}
