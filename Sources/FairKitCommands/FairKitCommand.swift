package import ArgumentParser

/// The command line: one subcommand, one file.
package struct FairKitCommand: AsyncParsableCommand {
    static let version = "0.1.0"

    package static let configuration = CommandConfiguration(
        commandName: "fairkit",
        abstract: "Stores AAT test results encrypted, reads kit barcodes from photos, raises critical alerts.",
        discussion: """
            Examples:
              fairkit init --data /var/lib/fairkit
              fairkit serve --data /var/lib/fairkit --port 8080
              fairkit scan photo.jpg
            """,
        version: FairKitCommand.version,
        subcommands: [
            InitCommand.self, ServeCommand.self, DemoCommand.self, ScanCommand.self, APICommand.self,
            SettingsCommand.self,
            KeyCommand.self, AccountCommand.self, ProfileCommand.self, KitCommand.self, ResultCommand.self,
            AlertCommand.self, OutboxCommand.self, ChannelCommand.self,
            BackupCommand.self, RestoreCommand.self, DatabaseCommand.self, AuditCommand.self,
            TenantCommand.self, MasterKeyCommand.self, SigningKeyCommand.self, RoutesCommand.self,
        ])

    package init() {}
}
