import ArgumentParser

/// `fairkit master-key …`: the key that encrypts the keys of all tenants.
struct MasterKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "master-key",
        abstract: "Change the master key, which encrypts the keys of all tenants.",
        discussion: """
            Example:
              fairkit master-key rotate
            """,
        subcommands: [MasterKeyRotateCommand.self])
}
