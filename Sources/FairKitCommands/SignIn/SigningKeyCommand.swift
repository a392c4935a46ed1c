import ArgumentParser

/// `fairkit signing-key …`: the keys that sign the access tokens of all tenants.
struct SigningKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "signing-key",
        abstract: "Rotate the keys that sign access tokens. They rotate by themselves every 90 days.",
        discussion: """
            Example:
              fairkit signing-key rotate
            """,
        subcommands: [SigningKeyRotateCommand.self])
}
