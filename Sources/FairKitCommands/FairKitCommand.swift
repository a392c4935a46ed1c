package import ArgumentParser

/// The command line: one subcommand, one file.
package struct FairKitCommand: AsyncParsableCommand {
    /// The first argument of a process that reads photos for the server.
    package static let workerArgument = "scan-worker"

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
            SigningKeyCommand.self,
            ProfileCommand.self, CareCommand.self, BreakGlassCommand.self, KitCommand.self, ResultCommand.self,
            AlertCommand.self, AuditCommand.self, OutboxCommand.self,
            DatabaseCommand.self, BackupCommand.self, RestoreCommand.self,
            ScanCommand.self, DemoCommand.self,
        ])

    package init() {}
}

/// A sentence for the person at the terminal; the process ends with status 1.
package struct CommandFailure: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}
