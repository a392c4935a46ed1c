import ArgumentParser

/// `fairkit profile …`: people.
struct ProfileCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile", abstract: "Add and show people's profiles.",
        subcommands: [ProfileAddCommand.self, ProfileShowCommand.self])
}
