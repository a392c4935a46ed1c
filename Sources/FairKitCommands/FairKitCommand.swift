package import ArgumentParser

/// The command line: one subcommand, one file.
package struct FairKitCommand: AsyncParsableCommand {
    static let version = "0.1.0"

    package static let configuration = CommandConfiguration(
        commandName: "fairkit",
        abstract: "Keeps AAT test results encrypted, reads kit barcodes from photos, raises critical alerts.",
        discussion: """
            Examples:
              fairkit init --data /var/lib/fairkit
              fairkit serve --data /var/lib/fairkit --port 8080
              fairkit scan photo.jpg
            """,
        version: FairKitCommand.version,
        subcommands: [
            InitCommand.self, ServeCommand.self, TenantCommand.self, AccountCommand.self, KeyCommand.self,
            SigningKeyCommand.self, MasterKeyCommand.self,
            ProfileCommand.self, CareCommand.self, BreakGlassCommand.self, KitCommand.self, ResultCommand.self,
            AlertCommand.self, FiguresCommand.self, AuditCommand.self, OutboxCommand.self,
            DatabaseCommand.self, BackupCommand.self, RestoreCommand.self,
            ScanCommand.self, DemoCommand.self,
        ])

    package init() {}
}
