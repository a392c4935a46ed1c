import ArgumentParser

/// `fairkit signing-key …`: what access tokens are signed with, of all tenants.
struct SigningKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "signing-key",
        abstract: "See to the keys that sign access tokens. They change by themselves every 90 days.",
        subcommands: [SigningKeyRotateCommand.self])
}
