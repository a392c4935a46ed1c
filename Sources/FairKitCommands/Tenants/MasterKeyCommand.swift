import ArgumentParser

/// `fairkit master-key …`: what wraps the keys of all tenants.
struct MasterKeyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "master-key",
        abstract: "Change the master key, which wraps the keys of all tenants.",
        subcommands: [MasterKeyRotateCommand.self])
}
